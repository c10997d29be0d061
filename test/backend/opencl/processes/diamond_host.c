// kernel.py: diamond, run on an OpenCL device
//
//     cc -std=c99 -O2 -I. diamond_host.c -lOpenCL -lm -o diamond_host
//     ./diamond_host IN OUT
//
// reads IN/a.npy; writes OUT/b.npy
#include "lutra_opencl_processes.h"

// The device, what is on it, and a queue for each process.
typedef struct diamond_host {
  lutra_cl cl;
  lutra_cl_buffer a_buffer; // a: int32[32], read
  lutra_cl_buffer b_buffer; // b: int32[32], written
  lutra_cl_buffer t_buffer; // t: int32[32], stays on the device
  lutra_cl_buffer u_buffer; // u: int32[32], stays on the device
  lutra_cl_buffer v_buffer; // v: int32[32], stays on the device
  lutra_cl_process processes[4];
} diamond_host;

static void diamond_host_open(diamond_host *host, const char *program) {
  lutra_cl *cl = &host->cl;
  memset(host, 0, sizeof *host);
  *cl = lutra_cl_open_program(program, "diamond");
  host->a_buffer = lutra_cl_array(cl, sizeof(int32_t), 32);
  host->b_buffer = lutra_cl_array(cl, sizeof(int32_t), 32);
  host->t_buffer = lutra_cl_between(cl, sizeof(int32_t), 32);
  host->u_buffer = lutra_cl_between(cl, sizeof(int32_t), 32);
  host->v_buffer = lutra_cl_between(cl, sizeof(int32_t), 32);

  host->processes[0] = lutra_cl_process_open(cl, "diamond_i_process");
  lutra_cl_bind(&host->processes[0], 0, &host->a_buffer);
  lutra_cl_bind(&host->processes[0], 1, &host->t_buffer);

  host->processes[1] = lutra_cl_process_open(cl, "diamond_j_process");
  lutra_cl_bind(&host->processes[1], 0, &host->t_buffer);
  lutra_cl_bind(&host->processes[1], 1, &host->u_buffer);

  host->processes[2] = lutra_cl_process_open(cl, "diamond_k_process");
  lutra_cl_bind(&host->processes[2], 0, &host->t_buffer);
  lutra_cl_bind(&host->processes[2], 1, &host->v_buffer);

  host->processes[3] = lutra_cl_process_open(cl, "diamond_l_process");
  lutra_cl_bind(&host->processes[3], 0, &host->b_buffer);
  lutra_cl_bind(&host->processes[3], 1, &host->u_buffer);
  lutra_cl_bind(&host->processes[3], 2, &host->v_buffer);
}

// May be called again and again: what the host changed in between (lutra_cl_changed) is copied, and nothing else.
static void diamond_host_call(diamond_host *host) {
  lutra_cl *cl = &host->cl;
  lutra_cl_send(cl, &host->a_buffer);

  // i_process: reads a, writes t
  lutra_cl_after_copy(&host->processes[0], &host->a_buffer);
  lutra_cl_start(&host->processes[0]);

  // j_process: reads t, writes u, after i_process
  lutra_cl_after(&host->processes[1], &host->processes[0]); // t
  lutra_cl_start(&host->processes[1]);

  // k_process: reads t, writes v, after i_process
  lutra_cl_after(&host->processes[2], &host->processes[0]); // t
  lutra_cl_start(&host->processes[2]);

  // l_process: reads u v, writes b, after j_process k_process
  lutra_cl_after(&host->processes[3], &host->processes[1]); // u
  lutra_cl_after(&host->processes[3], &host->processes[2]); // v
  lutra_cl_start(&host->processes[3]);

  lutra_cl_end(&host->processes[0]);
  lutra_cl_end(&host->processes[1]);
  lutra_cl_end(&host->processes[2]);
  lutra_cl_end(&host->processes[3]);
  lutra_cl_written(&host->b_buffer);
}

static void diamond_host_close(diamond_host *host) {
  lutra_cl_process_close(&host->processes[0]);
  lutra_cl_process_close(&host->processes[1]);
  lutra_cl_process_close(&host->processes[2]);
  lutra_cl_process_close(&host->processes[3]);
  lutra_cl_release(&host->a_buffer);
  lutra_cl_release(&host->b_buffer);
  lutra_cl_release(&host->t_buffer);
  lutra_cl_release(&host->u_buffer);
  lutra_cl_release(&host->v_buffer);
  lutra_cl_close(&host->cl);
}

int main(int argc, char **argv) {
  const char *in = argc > 1 ? argv[1] : ".";
  const char *out = argc > 2 ? argv[2] : ".";
  char why[LUTRA_NPY_MESSAGE];

  const size_t a_shape[1] = {32};
  const size_t b_shape[1] = {32};
  diamond_host host;
  diamond_host_open(&host, argv[0]);

  lutra_cl_file(lutra_npy_load(lutra_cl_path(in, "a"), "i4", 1, a_shape, host.a_buffer.host, why), why);
  lutra_cl_changed(&host.a_buffer);

  diamond_host_call(&host);

  lutra_cl_fetch(&host.cl, &host.b_buffer);
  lutra_cl_file(lutra_npy_save(lutra_cl_path(out, "b"), "i4", 1, b_shape, host.b_buffer.host, why), why);

  lutra_cl_print(&host.cl, "diamond", host.processes, 4);
  diamond_host_close(&host);
  return 0;
}
