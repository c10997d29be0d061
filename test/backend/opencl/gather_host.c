// gather.py: gather, run on an OpenCL device
//
//     cc -std=c99 -O2 -I. gather_host.c -lOpenCL -lm -o gather_host
//     ./gather_host IN OUT
//
// reads IN/a.npy, IN/where.npy; writes OUT/out.npy
#include "lutra_opencl.h"

int main(int argc, char **argv) {
  const char *in = argc > 1 ? argv[1] : ".";
  const char *out = argc > 2 ? argv[2] : ".";
  char why[LUTRA_NPY_MESSAGE];

  lutra_cl cl = lutra_cl_open(argv[0], "gather");

  // a: int16[32], read
  const size_t a_shape[1] = {32};
  lutra_cl_buffer a_buffer = lutra_cl_array(&cl, sizeof(int16_t), 32);
  lutra_cl_file(lutra_npy_load(lutra_cl_path(in, "a"), "i2", 1, a_shape, a_buffer.host, why), why);
  lutra_cl_changed(&a_buffer);
  lutra_cl_argument(&cl, 0, &a_buffer, LUTRA_IN);

  // where: int32[8], read
  const size_t where_shape[1] = {8};
  lutra_cl_buffer where_buffer = lutra_cl_array(&cl, sizeof(int32_t), 8);
  lutra_cl_file(lutra_npy_load(lutra_cl_path(in, "where"), "i4", 1, where_shape, where_buffer.host, why), why);
  lutra_cl_changed(&where_buffer);
  lutra_cl_argument(&cl, 1, &where_buffer, LUTRA_IN);

  // out: int64[8], written
  const size_t out_shape[1] = {8};
  lutra_cl_buffer out_buffer = lutra_cl_array(&cl, sizeof(int64_t), 8);
  lutra_cl_argument(&cl, 2, &out_buffer, LUTRA_OUT);

  // where the kernel notes what goes wrong
  lutra_cl_buffer fault = lutra_cl_array(&cl, sizeof(int64_t), LUTRA_FAULT_LONGS);
  lutra_cl_changed(&fault);
  lutra_cl_argument(&cl, 3, &fault, LUTRA_INOUT);

  lutra_cl_run(&cl);
  lutra_cl_check_faults(&cl, &fault);

  lutra_cl_fetch(&cl, &out_buffer);
  lutra_cl_file(lutra_npy_save(lutra_cl_path(out, "out"), "i8", 1, out_shape, out_buffer.host, why), why);

  printf("gather: %.3f ms\n", lutra_cl_milliseconds(&cl));
  lutra_cl_release(&a_buffer);
  lutra_cl_release(&where_buffer);
  lutra_cl_release(&out_buffer);
  lutra_cl_release(&fault);
  lutra_cl_close(&cl);
  return 0;
}
