#include "stability/discs.h"

#include <float.h>
#include <math.h>

static const double boundary_width = 1e-10;

enum { MAX_DEGREE = METHOD_MAX_STEPS };

/* The smallest modulus in the part of the discs that hangs together with the one at `first`. */
static double connected_low(const double complex *roots, const double *moduli, const double *radii,
                            int count, int first)
{
    bool is_part[MAX_DEGREE + 1] = {false};
    double low = moduli[first] - radii[first];
    is_part[first] = true;
    for (bool grows = true; grows;) {
        grows = false;
        for (int n = 0; n < count * count; n++) {
            int i = n / count, k = n % count;
            if (is_part[i] && !is_part[k] && !(cabs(roots[i] - roots[k]) > radii[i] + radii[k])) {
                is_part[k] = grows = true;
                low = fmin(low, moduli[k] - radii[k]);
            }
        }
    }
    return low;
}

int discs_are_simple(const double complex *roots, const double *radii, int count)
{
    double moduli[MAX_DEGREE + 1];
    int answer = 1;
    for (int i = 0; i < count; i++) {
        moduli[i] = cabs(roots[i]);
    }
    for (int n = 0; n < count * count && answer != 0; n++) {
        int i = n / count, k = n % count;
        if (k >= i || moduli[i] + radii[i] < 1 - boundary_width ||
            moduli[k] + radii[k] < 1 - boundary_width) {
            continue;
        }
        double distance = cabs(roots[i] - roots[k]), unsure = radii[i] + radii[k];
        bool is_apart = distance - unsure > boundary_width;
        answer = distance + unsure <= boundary_width ? 0 : is_apart ? answer : -1;
    }
    return answer;
}

bool discs_decide(const double complex *roots, const double *radii, int count, double accuracy,
                  verdict *found, double *growth)
{
    double moduli[MAX_DEGREE + 1] = {0};
    int largest = 0;
    double high = 0, beside = 0; /* how far discs reach, and those but the largest */
    for (int i = 0; i < count; i++) {
        moduli[i] = cabs(roots[i]);
        largest = moduli[i] > moduli[largest] ? i : largest;
    }
    for (int i = 0; i < count; i++) {
        double reach = moduli[i] + radii[i];
        high = reach <= high ? high : reach;
        beside = i == largest || reach <= beside ? beside : reach;
    }
    double low = count > 0 ? moduli[largest] - radii[largest] : 0;
    if (!(beside < low)) {
        low = connected_low(roots, moduli, radii, count, largest);
    }
    *growth = moduli[largest];
    /* The smallest doubles are as far apart as that. */
    bool is_right = high - low <= accuracy * low + 16 * DBL_TRUE_MIN;
    if (high < 1 - boundary_width || low > 1 + boundary_width) {
        *found = high < 1 ? VERDICT_STABLE : VERDICT_UNSTABLE;
        return is_right;
    }
    int simple = discs_are_simple(roots, radii, count);
    bool is_near = fabs(*growth - 1) <= boundary_width;
    *found = is_near ? (simple != 0 ? VERDICT_BOUNDARY : VERDICT_UNSTABLE)
                     : (*growth < 1 ? VERDICT_STABLE : VERDICT_UNSTABLE);
    return is_right && low >= 1 - boundary_width && high <= 1 + boundary_width && simple >= 0;
}
