#include "dae/ida_pendulum.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <time.h>

static int residual(double t, N_Vector x, N_Vector xd, N_Vector r, void *data)
{
    const problem *p = data;
    p->residual(p->data, t, N_VGetArrayPointer(x), N_VGetArrayPointer(xd), N_VGetArrayPointer(r));
    return 0;
}

static int jacobian(double t, double cj, N_Vector x, N_Vector xd, N_Vector r, SUNMatrix J,
                    void *data, N_Vector a, N_Vector b, N_Vector c)
{
    const problem *p = data;
    int n = p->size;
    double Fx[36], Fxd[36];
    (void)r, (void)a, (void)b, (void)c;
    p->jacobian(p->data, t, N_VGetArrayPointer(x), N_VGetArrayPointer(xd), Fx, Fxd);
    for (int j = 0; j < n; j++) {
        double *column = SM_COLUMN_D(J, j);
        for (int i = 0; i < n; i++) {
            column[i] = Fx[i * n + j] + cj * Fxd[i * n + j];
        }
    }
    return 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool run(void *ida, N_Vector x, N_Vector xd, double end)
{
    double t = 0;
    while (t < end) {
        if (IDASolve(ida, end, &t, x, xd, IDA_ONE_STEP) < 0) {
            return false;
        }
    }
    return true;
}

ida_result ida_pendulum(pendulum_form form, double tolerance, double end)
{
    problem p = pendulum_problem(form);
    ida_result result = {0};
    SUNContext context = NULL;
    if (SUNContext_Create(NULL, &context) != 0) {
        return result;
    }
    N_Vector x = N_VNew_Serial(p.size, context), xd = N_VClone(x), id = N_VClone(x);
    SUNMatrix matrix = SUNDenseMatrix(p.size, p.size, context);
    SUNLinearSolver solver = SUNLinSol_Dense(x, matrix, context);
    void *ida = IDACreate(context);
    double start[6], slope[6];
    pendulum_exact(0, start, slope);
    for (int i = 0; i < p.size; i++) {
        N_VGetArrayPointer(x)[i] = start[i];
        N_VGetArrayPointer(xd)[i] = slope[i];
        N_VGetArrayPointer(id)[i] = i < 4 ? 1 : 0;
    }
    if (IDAInit(ida, residual, 0, x, xd) == 0 && IDASStolerances(ida, tolerance, tolerance) == 0 &&
        IDASetUserData(ida, &p) == 0 && IDASetLinearSolver(ida, solver, matrix) == 0 &&
        IDASetJacFn(ida, jacobian) == 0 && IDASetMaxNumSteps(ida, -1) == 0 &&
        IDASetId(ida, id) == 0 && IDASetSuppressAlg(ida, form == PENDULUM_INDEX_2) == 0 &&
        IDASetStopTime(ida, end) == 0) {
        double begin = now();
        result.done = run(ida, x, xd, end);
        result.seconds = now() - begin;
        memcpy(result.x, N_VGetArrayPointer(x), (size_t)p.size * sizeof *result.x);
        IDAGetNumSteps(ida, &result.steps);
        IDAGetNumResEvals(ida, &result.residuals);
        IDAGetNumJacEvals(ida, &result.jacobians);
    }
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(x);
    N_VDestroy(xd);
    N_VDestroy(id);
    SUNContext_Free(&context);
    return result;
}
