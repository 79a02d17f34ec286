# Writes the texts of this folder as a C table: cmake -DFILES=a.txt;b.txt -DOUT=topics.c -P embed.cmake
# The table has the order of FILES; the first line of a file is its title.
set(rows "")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} words)
  string(REPLACE "\\" "\\\\" words "${words}")
  string(REPLACE "\"" "\\\"" words "${words}")
  string(FIND "${words}" "\n\n" end)
  string(SUBSTRING "${words}" 0 ${end} title)
  math(EXPR end "${end} + 2")
  string(SUBSTRING "${words}" ${end} -1 words)
  string(REPLACE "\n" "\\n\"\n     \"" words "${words}")
  string(APPEND rows "    {.name = \"${name}\",\n     .title = \"${title}\",\n     .text = \"${words}\"},\n")
endforeach()
file(WRITE ${OUT} "#include \"topics.h\"\n\nconst topic help_topics[] = {\n${rows}};\n\n"
     "const int help_topic_count = (int)(sizeof help_topics / sizeof help_topics[0]);\n")
