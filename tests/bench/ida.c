#include "bench/ida.h"

#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stddef.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "bench/peak.h"

/* Re x1, Re x2, Im x1, Im x2. */
typedef struct equation {
    double re, im, omega;
} equation;

static int residual(double t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
    const equation *q = data;
    const double *x = N_VGetArrayPointer(y), *xd = N_VGetArrayPointer(yp);
    double *out = N_VGetArrayPointer(r);
    double w = q->omega, ar = w * (1 - q->re * t), ai = -w * q->im * t;
    out[0] = xd[0] - w * t * xd[1] - (q->re * x[0] - q->im * x[2] + ar * x[1] - ai * x[3]);
    out[1] = x[0] - (1 + w * t) * x[1];
    out[2] = xd[2] - w * t * xd[3] - (q->re * x[2] + q->im * x[0] + ar * x[3] + ai * x[1]);
    out[3] = x[2] - (1 + w * t) * x[3];
    return 0;
}

static int jacobian(double t, double c, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix J,
                    void *data, N_Vector a, N_Vector b, N_Vector d)
{
    const equation *q = data;
    double w = q->omega, ar = w * (1 - q->re * t), ai = -w * q->im * t;
    const double rows[4][4] = {{c - q->re, -c * w * t - ar, q->im, ai},
                               {1, -(1 + w * t), 0, 0},
                               {-q->im, -ai, c - q->re, -c * w * t - ar},
                               {0, 0, 1, -(1 + w * t)}};
    (void)y, (void)yp, (void)r, (void)a, (void)b, (void)d;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            SM_ELEMENT_D(J, i, j) = rows[i][j];
        }
    }
    return 0;
}

/* For a slow equation the largest step, 1, is what IDA's error control asks for.
 * u = x1 - omega t x2. */
static double run(void *ida, N_Vector y, N_Vector yp, int steps, double omega, double *factor)
{
    double t = 0, before = 1;
    while (t < 20) { /* until the order is 2 and the step is 1 */
        if (IDASolve(ida, 1e9, &t, y, yp, IDA_ONE_STEP) < 0) {
            return -1;
        }
    }
    double start = seconds_now();
    for (int i = 0; i < steps; i++) {
        if (IDASolve(ida, 1e9, &t, y, yp, IDA_ONE_STEP) < 0) {
            return -1;
        }
    }
    double spent = (seconds_now() - start) / steps;
    for (int i = 0; i < 2; i++) {
        const double *x = N_VGetArrayPointer(y);
        double u = hypot(x[0] - omega * t * x[1], x[2] - omega * t * x[3]);
        *factor = u / before;
        before = u;
        if (i == 0 && IDASolve(ida, 1e9, &t, y, yp, IDA_ONE_STEP) < 0) {
            return -1;
        }
    }
    int order = 0;
    double h = 0;
    IDAGetLastOrder(ida, &order);
    IDAGetLastStep(ida, &h);
    return order == 2 && h == 1 ? spent : -1;
}

double ida_step_time(double re, double im, double omega, int steps, double *factor)
{
    equation q = {.re = re, .im = im, .omega = omega};
    SUNContext context = NULL;
    double spent = -1;
    if (SUNContext_Create(NULL, &context) != 0) {
        return -1;
    }
    N_Vector y = N_VNew_Serial(4, context), yp = N_VNew_Serial(4, context);
    SUNMatrix matrix = SUNDenseMatrix(4, 4, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
    void *ida = IDACreate(context);
    double *x = N_VGetArrayPointer(y), *xd = N_VGetArrayPointer(yp);
    x[0] = x[1] = 1; /* (1 + omega t, 1) e^{lambda t} at t = 0 */
    x[2] = x[3] = 0;
    xd[0] = re + omega;
    xd[1] = re;
    xd[2] = xd[3] = im;
    if (IDAInit(ida, residual, 0, y, yp) == 0 && IDASStolerances(ida, 1e-3, 1e-6) == 0 &&
        IDASetUserData(ida, &q) == 0 && IDASetLinearSolver(ida, solver, matrix) == 0 &&
        IDASetJacFn(ida, jacobian) == 0 && IDASetMaxOrd(ida, 2) == 0 &&
        IDASetMaxStep(ida, 1) == 0 && IDASetInitStep(ida, 1) == 0 &&
        IDASetMaxNumSteps(ida, -1) == 0) {
        spent = run(ida, y, yp, steps, omega, factor);
    }
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(y);
    N_VDestroy(yp);
    SUNContext_Free(&context);
    return spent;
}
