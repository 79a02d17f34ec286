/* sRGB to OKLab as Ottosson defines it: by way of CIE XYZ, with his matrices M1 and M2. The program
 * goes the other way and has the product of the matrices. */
#ifndef TESTS_OKLAB_REFERENCE_H
#define TESTS_OKLAB_REFERENCE_H

#include <math.h>
#include <stdint.h>

static inline void reference_multiply(const double m[3][3], const double in[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = m[i][0] * in[0] + m[i][1] * in[1] + m[i][2] * in[2];
    }
}

static inline double reference_linear(double encoded)
{
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
}

static inline void reference_oklab(const double rgb[3], double lab[3])
{
    static const double srgb_to_xyz[3][3] = {
        {0.4123907992659595, 0.3575843393838780, 0.1804807884018343},
        {0.2126390058715104, 0.7151686787677559, 0.0721923153607337},
        {0.0193308187155918, 0.1191947797946259, 0.9505321522496608}};
    static const double m1[3][3] = {{0.8189330101, 0.3618667424, -0.1288597137},
                                    {0.0329845436, 0.9293118715, 0.0361456387},
                                    {0.0482003018, 0.2643662691, 0.6338517070}};
    static const double m2[3][3] = {{0.2104542553, 0.7936177850, -0.0040720468},
                                    {1.9779984951, -2.4285922050, 0.4505937099},
                                    {0.0259040371, 0.7827717662, -0.8086757660}};
    double linear[3];
    double xyz[3];
    double lms[3];
    for (int i = 0; i < 3; i++) {
        linear[i] = reference_linear(rgb[i]);
    }
    reference_multiply(srgb_to_xyz, linear, xyz);
    reference_multiply(m1, xyz, lms);
    for (int i = 0; i < 3; i++) {
        lms[i] = cbrt(lms[i]);
    }
    reference_multiply(m2, lms, lab);
}

static inline void reference_oklab_packed(uint32_t argb, double lab[3])
{
    const double rgb[3] = {(double)(argb >> 16 & 255) / 255, (double)(argb >> 8 & 255) / 255,
                           (double)(argb & 255) / 255};
    reference_oklab(rgb, lab);
}

#endif
