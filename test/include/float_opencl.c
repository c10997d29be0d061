/* float_driver.c on the first OpenCL device: argv[1] is the kernel's file, argv[2] the options to build it with. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cl_int status, const char *what) {
  if (status == CL_SUCCESS) return;
  fprintf(stderr, "%s: OpenCL error %d\n", what, (int)status);
  exit(1);
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = (char *)calloc(1 << 16, 1);
  if (file == NULL || text == NULL || fread(text, 1, (1 << 16) - 1, file) == 0) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
  }
  fclose(file);
  return text;
}

static cl_kernel build(cl_context context, cl_device_id device, const char *path, const char *options) {
  cl_int status;
  const char *text = read_file(path);
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
  check(status, "clCreateProgramWithSource");
  if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
    static char log[1 << 16];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "%s\n", log);
    exit(1);
  }
  cl_kernel kernel = clCreateKernel(program, "compute", &status);
  check(status, "clCreateKernel");
  return kernel;
}

int main(int argc, char **argv) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  int32_t job[6];
  if (argc != 3) return 2;
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  cl_kernel kernel = NULL;

  while (fread(job, sizeof job, 1, stdin) == 1) {
    const size_t count = (size_t)job[5], size = count * sizeof(uint64_t), group = 1;
    uint64_t *data = (uint64_t *)malloc(2 * size);
    if (data == NULL || fread(data, 2 * sizeof *data, count, stdin) != count) return 1;
    if (kernel == NULL) kernel = build(context, device, argv[1], argv[2]);
    cl_mem operands = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, 2 * size, data, &status);
    check(status, "clCreateBuffer");
    cl_mem results = clCreateBuffer(context, CL_MEM_WRITE_ONLY, size, NULL, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof operands, &operands), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof results, &results), "clSetKernelArg");
    for (cl_uint i = 0; i < 5; i++) check(clSetKernelArg(kernel, 2 + i, sizeof job[i], &job[i]), "clSetKernelArg");
    /* Groups of one: another size would be another compilation. */
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, &group, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(queue, results, CL_TRUE, 0, size, data, 0, NULL, NULL), "clEnqueueReadBuffer");
    clReleaseMemObject(operands);
    clReleaseMemObject(results);
    if (fwrite(data, sizeof *data, count, stdout) != count) return 1;
    free(data);
  }
  return 0;
}
