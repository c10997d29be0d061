// filter.py: filter, run on an OpenCL device
//
//     cc -std=c99 -O2 -I. filter_host.c -lOpenCL -lm -o filter_host
//     ./filter_host IN OUT
//
// reads IN/x.npy, IN/taps.npy; writes OUT/y.npy
#include "lutra_opencl.h"

int main(int argc, char **argv) {
  const char *in = argc > 1 ? argv[1] : ".";
  const char *out = argc > 2 ? argv[2] : ".";
  char why[LUTRA_NPY_MESSAGE];

  lutra_cl cl = lutra_cl_open(argv[0], "filter");

  // x: fixed<16,2>[32], read
  const size_t x_shape[1] = {32};
  lutra_cl_buffer x_buffer = lutra_cl_array(&cl, sizeof(int16_t), 32);
  lutra_cl_file(lutra_npy_load_fixed(lutra_cl_path(in, "x"), "i2", 16, 14, 1, x_shape, x_buffer.host, why), why);
  lutra_cl_changed(&x_buffer);
  lutra_cl_argument(&cl, 0, &x_buffer, LUTRA_IN);

  // taps: fixed<12,1>[4], read
  const size_t taps_shape[1] = {4};
  lutra_cl_buffer taps_buffer = lutra_cl_array(&cl, sizeof(int16_t), 4);
  lutra_cl_file(lutra_npy_load_fixed(lutra_cl_path(in, "taps"), "i2", 12, 11, 1, taps_shape, taps_buffer.host, why), why);
  lutra_cl_changed(&taps_buffer);
  lutra_cl_argument(&cl, 1, &taps_buffer, LUTRA_IN);

  // y: fixed<16,4,nearest_even,saturate>[29], written
  const size_t y_shape[1] = {29};
  lutra_cl_buffer y_buffer = lutra_cl_array(&cl, sizeof(int16_t), 29);
  lutra_cl_argument(&cl, 2, &y_buffer, LUTRA_OUT);

  lutra_cl_run(&cl);

  lutra_cl_fetch(&cl, &y_buffer);
  lutra_cl_file(lutra_npy_save_fixed(lutra_cl_path(out, "y"), "i2", 12, 1, y_shape, y_buffer.host, why), why);

  printf("filter: %.3f ms\n", lutra_cl_milliseconds(&cl));
  lutra_cl_release(&x_buffer);
  lutra_cl_release(&taps_buffer);
  lutra_cl_release(&y_buffer);
  lutra_cl_close(&cl);
  return 0;
}
