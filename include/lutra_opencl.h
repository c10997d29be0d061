/*
 * What a generated OpenCL host program is written with: a device, a kernel, buffers that know where their data is up
 * to date. C99, linked with -lOpenCL -lm.
 *
 *     lutra_cl cl = lutra_cl_open(argv[0], "vecadd");           // vecadd.aocx, vecadd.xclbin or vecadd.cl
 *     lutra_cl_buffer a = lutra_cl_array(&cl, sizeof(int32_t), 64);
 *     ... fill a.host ...
 *     lutra_cl_changed(&a);
 *     lutra_cl_argument(&cl, 0, &a, LUTRA_IN);                  // copied to the device if it is not there
 *     lutra_cl_run(&cl);
 *     lutra_cl_fetch(&cl, &c);                                  // copied back if the kernel wrote it
 *     lutra_cl_close(&cl);
 *
 * The device is the first one found, or one whose name or platform contains what LUTRA_OPENCL says.
 * Whatever goes wrong is told on stderr and ends the program with status 2.
 */
#ifndef LUTRA_OPENCL_H
#define LUTRA_OPENCL_H

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* pthread_setattr_default_np */
#endif
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#ifdef __linux__
#include <pthread.h>
#endif

#include "lutra_fault_codes.h"
#include "lutra_npy.h"

#define LUTRA_IN 1
#define LUTRA_OUT 2
#define LUTRA_INOUT 3
#define LUTRA_CL_BUFFERS 256

/* Host memory and device memory of the same array, and which of them holds what it should. */
typedef struct lutra_cl_buffer {
  size_t bytes;
  void *host;
  cl_mem device;
  int host_valid;
  int device_valid;
  int written; /* by the kernel that runs next */
  cl_event copied; /* to the device, where several kernels may wait for it; see lutra_opencl_processes.h */
} lutra_cl_buffer;

typedef struct lutra_cl {
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel;
  lutra_cl_buffer *arguments[LUTRA_CL_BUFFERS];
  cl_uint argument_count;
  cl_event copies[LUTRA_CL_BUFFERS]; /* to the device; the kernel waits for them */
  cl_uint copy_count;
  cl_event done; /* the kernel's last run; copies to the host wait for it */
  size_t to_device; /* copies so far */
  size_t to_host;
} lutra_cl;

/* ---- Errors ---- */

static inline const char *lutra_cl_error(cl_int code) {
  switch (code) {
#define LUTRA_CL_NAME(NAME) \
  case NAME: return #NAME;
    LUTRA_CL_NAME(CL_DEVICE_NOT_FOUND)
    LUTRA_CL_NAME(CL_DEVICE_NOT_AVAILABLE)
    LUTRA_CL_NAME(CL_COMPILER_NOT_AVAILABLE)
    LUTRA_CL_NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE)
    LUTRA_CL_NAME(CL_OUT_OF_RESOURCES)
    LUTRA_CL_NAME(CL_OUT_OF_HOST_MEMORY)
    LUTRA_CL_NAME(CL_PROFILING_INFO_NOT_AVAILABLE)
    LUTRA_CL_NAME(CL_BUILD_PROGRAM_FAILURE)
    LUTRA_CL_NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
    LUTRA_CL_NAME(CL_COMPILE_PROGRAM_FAILURE)
    LUTRA_CL_NAME(CL_LINKER_NOT_AVAILABLE)
    LUTRA_CL_NAME(CL_LINK_PROGRAM_FAILURE)
    LUTRA_CL_NAME(CL_INVALID_VALUE)
    LUTRA_CL_NAME(CL_INVALID_DEVICE_TYPE)
    LUTRA_CL_NAME(CL_INVALID_PLATFORM)
    LUTRA_CL_NAME(CL_INVALID_DEVICE)
    LUTRA_CL_NAME(CL_INVALID_CONTEXT)
    LUTRA_CL_NAME(CL_INVALID_QUEUE_PROPERTIES)
    LUTRA_CL_NAME(CL_INVALID_COMMAND_QUEUE)
    LUTRA_CL_NAME(CL_INVALID_HOST_PTR)
    LUTRA_CL_NAME(CL_INVALID_MEM_OBJECT)
    LUTRA_CL_NAME(CL_INVALID_BINARY)
    LUTRA_CL_NAME(CL_INVALID_BUILD_OPTIONS)
    LUTRA_CL_NAME(CL_INVALID_PROGRAM)
    LUTRA_CL_NAME(CL_INVALID_PROGRAM_EXECUTABLE)
    LUTRA_CL_NAME(CL_INVALID_KERNEL_NAME)
    LUTRA_CL_NAME(CL_INVALID_KERNEL_DEFINITION)
    LUTRA_CL_NAME(CL_INVALID_KERNEL)
    LUTRA_CL_NAME(CL_INVALID_ARG_INDEX)
    LUTRA_CL_NAME(CL_INVALID_ARG_VALUE)
    LUTRA_CL_NAME(CL_INVALID_ARG_SIZE)
    LUTRA_CL_NAME(CL_INVALID_KERNEL_ARGS)
    LUTRA_CL_NAME(CL_INVALID_WORK_DIMENSION)
    LUTRA_CL_NAME(CL_INVALID_WORK_GROUP_SIZE)
    LUTRA_CL_NAME(CL_INVALID_WORK_ITEM_SIZE)
    LUTRA_CL_NAME(CL_INVALID_EVENT_WAIT_LIST)
    LUTRA_CL_NAME(CL_INVALID_EVENT)
    LUTRA_CL_NAME(CL_INVALID_OPERATION)
    LUTRA_CL_NAME(CL_INVALID_BUFFER_SIZE)
    LUTRA_CL_NAME(CL_INVALID_GLOBAL_WORK_SIZE)
#undef LUTRA_CL_NAME
    case -1001: return "CL_PLATFORM_NOT_FOUND_KHR";
    default: return "an unknown error";
  }
}

static inline void lutra_cl_fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(2);
}

static inline void lutra_cl_need(cl_int code, const char *what) {
  char why[96];
  if (code == CL_SUCCESS) return;
  snprintf(why, sizeof why, "OpenCL says %s (%d)", lutra_cl_error(code), (int)code);
  lutra_cl_fail(what, why);
}

/* FOLDER/NAME.npy, until the next call. */
static inline const char *lutra_cl_path(const char *folder, const char *name) {
  static char path[4096];
  const int length = snprintf(path, sizeof path, "%s/%s.npy", folder, name);
  if (length < 0 || (size_t)length >= sizeof path) lutra_cl_fail(folder, "the path is too long");
  return path;
}

/* For functions of lutra_npy.h, which say what is wrong in `why`. */
static inline void lutra_cl_file(int ok, const char *why) {
  if (ok) return;
  fprintf(stderr, "%s\n", why);
  exit(2);
}

/* ---- The device ---- */

static inline int lutra_cl_is_wanted(cl_platform_id platform, cl_device_id device, const char *words) {
  char name[256] = "";
  if (words == NULL || words[0] == '\0') return 1;
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, NULL);
  if (strstr(name, words) != NULL) return 1;
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
  return strstr(name, words) != NULL;
}

static inline cl_device_id lutra_cl_find_device(cl_platform_id *platform) {
  const char *words = getenv("LUTRA_OPENCL");
  cl_platform_id platforms[16];
  cl_uint platform_count = 0;
  if (clGetPlatformIDs(16, platforms, &platform_count) != CL_SUCCESS) platform_count = 0;
  for (cl_uint p = 0; p < platform_count && p < 16; p++) {
    cl_device_id devices[16];
    cl_uint device_count = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &device_count) != CL_SUCCESS) continue;
    for (cl_uint d = 0; d < device_count && d < 16; d++) {
      if (!lutra_cl_is_wanted(platforms[p], devices[d], words)) continue;
      *platform = platforms[p];
      return devices[d];
    }
  }
  if (words != NULL && words[0] != '\0') lutra_cl_fail("no OpenCL device is called like LUTRA_OPENCL says", words);
  lutra_cl_fail("no OpenCL device was found", "install an OpenCL driver, PoCL for example (pocl-opencl-icd)");
  return NULL;
}

/* ---- The program ---- */

/* The folder of a path with its last slash, "" if there is none. */
static inline void lutra_cl_folder(const char *path, char *folder, size_t room) {
  const char *slash = strrchr(path, '/');
  const size_t length = slash == NULL ? 0 : (size_t)(slash - path) + 1;
  if (length >= room) lutra_cl_fail(path, "the path is too long");
  memcpy(folder, path, length);
  folder[length] = '\0';
}

/* The whole file, or NULL where there is none. */
static inline char *lutra_cl_read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  char *text;
  long size;
  if (file == NULL) return NULL;
  fseek(file, 0, SEEK_END);
  size = ftell(file);
  rewind(file);
  text = size < 0 ? NULL : (char *)malloc((size_t)size + 1);
  if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size) lutra_cl_fail(path, "it cannot be read");
  fclose(file);
  text[size] = '\0';
  *length = (size_t)size;
  return text;
}

/*
 * Division and square root of floats round once: by the device where it can, else in the kernel by doubles.
 * A CPU gains nothing from `restrict`, and LLVM 14, which PoCL compiles with, has lost stores to an array that it knows
 * to be restricted: there the word is left out.
 */
static inline void lutra_cl_options(cl_device_id device, const char *folder, char *options, size_t room) {
  cl_device_fp_config config = 0;
  cl_device_type type = 0;
  clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL);
  if ((config & CL_FP_DENORM) == 0) {
    fprintf(stderr, "note: this device takes subnormal floats for zero, so results may differ near zero\n");
  }
  snprintf(options, room, "%s%s-I %s",
           (type & CL_DEVICE_TYPE_CPU) != 0 ? "-D restrict= " : "",
           (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0
               ? "-cl-fp32-correctly-rounded-divide-sqrt -D LUTRA_ROUNDED_DIVISION "
               : "",
           folder[0] == '\0' ? "." : folder);
}

static inline void lutra_cl_build_failed(cl_program program, cl_device_id device, const char *path, cl_int code) {
  size_t length = 0;
  char *log;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
  log = (char *)calloc(length + 1, 1);
  if (log != NULL) clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, length, log, NULL);
  fprintf(stderr, "%s does not compile for this device (%s)\n%s\n", path, lutra_cl_error(code), log == NULL ? "" : log);
  exit(2);
}

/* A binary that lies beside the program, else the source. */
static inline cl_program lutra_cl_program(lutra_cl *cl, const char *folder, const char *name) {
  static const char *const kinds[] = {"aocx", "xclbin"};
  char path[4096];
  char options[4400];
  size_t length = 0;
  cl_int code = CL_SUCCESS;
  cl_program program;
  char *text;
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s%s.%s", folder, name, kinds[i]);
    text = lutra_cl_read_file(path, &length);
    if (text == NULL) continue;
    {
      const unsigned char *binary = (const unsigned char *)text;
      program = clCreateProgramWithBinary(cl->context, 1, &cl->device, &length, &binary, NULL, &code);
    }
    lutra_cl_need(code, path);
    code = clBuildProgram(program, 1, &cl->device, "", NULL, NULL);
    if (code != CL_SUCCESS) lutra_cl_build_failed(program, cl->device, path, code);
    free(text);
    return program;
  }
  snprintf(path, sizeof path, "%s%s.cl", folder, name);
  text = lutra_cl_read_file(path, &length);
  if (text == NULL) lutra_cl_fail(path, "it is not here, nor a binary beside it");
  program = clCreateProgramWithSource(cl->context, 1, (const char **)&text, &length, &code);
  lutra_cl_need(code, path);
  lutra_cl_options(cl->device, folder, options, sizeof options);
  code = clBuildProgram(program, 1, &cl->device, options, NULL, NULL);
  if (code != CL_SUCCESS) lutra_cl_build_failed(program, cl->device, path, code);
  free(text);
  return program;
}

/* A kernel's own arrays may be large, and a device on the CPU keeps them on the stacks of its threads. */
static inline void lutra_cl_stack(size_t bytes) {
#if defined(__linux__) && defined(__GLIBC__)
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, ((size_t)8 << 20) + 2 * bytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
#else
  (void)bytes;
#endif
}

/* The device and the program, without a kernel. `program`: the path of the running program, beside which its files lie. */
static inline lutra_cl lutra_cl_open_program(const char *program, const char *name) {
  lutra_cl cl;
  cl_platform_id platform = NULL;
  cl_int code = CL_SUCCESS;
  char folder[2048];
  memset(&cl, 0, sizeof cl);
  lutra_cl_folder(program, folder, sizeof folder);
  cl.device = lutra_cl_find_device(&platform);
  {
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl.context = clCreateContext(properties, 1, &cl.device, NULL, NULL, &code);
  }
  lutra_cl_need(code, "no context for the device");
  cl.queue = clCreateCommandQueue(cl.context, cl.device, CL_QUEUE_PROFILING_ENABLE, &code);
  lutra_cl_need(code, "no command queue for the device");
  cl.program = lutra_cl_program(&cl, folder, name);
  return cl;
}

static inline lutra_cl lutra_cl_open(const char *program, const char *name) {
  lutra_cl cl = lutra_cl_open_program(program, name);
  cl_int code = CL_SUCCESS;
  cl.kernel = clCreateKernel(cl.program, name, &code);
  lutra_cl_need(code, name);
  return cl;
}

/* ---- Buffers ---- */

static inline lutra_cl_buffer lutra_cl_array(lutra_cl *cl, size_t item, size_t count) {
  lutra_cl_buffer buffer;
  cl_int code = CL_SUCCESS;
  memset(&buffer, 0, sizeof buffer);
  buffer.bytes = item * (count == 0 ? 1 : count);
  buffer.host = calloc(buffer.bytes, 1);
  if (buffer.host == NULL) lutra_cl_fail("no memory", "an argument is too large");
  buffer.device = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, buffer.bytes, NULL, &code);
  lutra_cl_need(code, "no memory on the device");
  return buffer;
}

/* The host has written into it: what the device has is stale. */
static inline void lutra_cl_changed(lutra_cl_buffer *buffer) {
  buffer->host_valid = 1;
  buffer->device_valid = 0;
}

/* An array as an argument of the next run. `direction` says what the kernel does with what is in it. */
static inline void lutra_cl_argument(lutra_cl *cl, cl_uint index, lutra_cl_buffer *buffer, int direction) {
  lutra_cl_need(clSetKernelArg(cl->kernel, index, sizeof buffer->device, &buffer->device), "an argument");
  if ((direction & LUTRA_IN) != 0 && !buffer->device_valid) {
    cl_event *copied = &cl->copies[cl->copy_count++];
    lutra_cl_need(clEnqueueWriteBuffer(cl->queue, buffer->device, CL_FALSE, 0, buffer->bytes, buffer->host, 0, NULL,
                                       copied),
                  "a copy to the device");
    buffer->device_valid = 1;
    cl->to_device++;
  }
  buffer->written = (direction & LUTRA_OUT) != 0;
  cl->arguments[cl->argument_count++] = buffer;
}

static inline void lutra_cl_value(lutra_cl *cl, cl_uint index, size_t bytes, const void *value) {
  lutra_cl_need(clSetKernelArg(cl->kernel, index, bytes, value), "an argument");
}

/* One work-item runs the kernel, once all copies are there. */
static inline void lutra_cl_run(lutra_cl *cl) {
  const size_t one = 1;
  lutra_cl_need(clEnqueueNDRangeKernel(cl->queue, cl->kernel, 1, NULL, &one, &one, cl->copy_count,
                                       cl->copy_count == 0 ? NULL : cl->copies, &cl->done),
                "the kernel was not started");
  lutra_cl_need(clWaitForEvents(1, &cl->done), "the kernel did not end well");
  for (cl_uint i = 0; i < cl->copy_count; i++) clReleaseEvent(cl->copies[i]);
  cl->copy_count = 0;
  for (cl_uint i = 0; i < cl->argument_count; i++) {
    if (!cl->arguments[i]->written) continue;
    cl->arguments[i]->device_valid = 1;
    cl->arguments[i]->host_valid = 0;
  }
  cl->argument_count = 0;
}

static inline void lutra_cl_fetch(lutra_cl *cl, lutra_cl_buffer *buffer) {
  cl_event copied;
  if (buffer->host_valid) return;
  lutra_cl_need(clEnqueueReadBuffer(cl->queue, buffer->device, CL_FALSE, 0, buffer->bytes, buffer->host,
                                    cl->done == NULL ? 0 : 1, cl->done == NULL ? NULL : &cl->done, &copied),
                "a copy to the host");
  lutra_cl_need(clWaitForEvents(1, &copied), "a copy to the host");
  clReleaseEvent(copied);
  buffer->host_valid = 1;
  cl->to_host++;
}

/* How long the kernel ran. */
static inline double lutra_cl_milliseconds(const lutra_cl *cl) {
  cl_ulong start = 0;
  cl_ulong end = 0;
  clGetEventProfilingInfo(cl->done, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
  clGetEventProfilingInfo(cl->done, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
  return (double)(end - start) * 1e-6;
}

static inline void lutra_cl_release(lutra_cl_buffer *buffer) {
  if (buffer->copied != NULL) clReleaseEvent(buffer->copied);
  clReleaseMemObject(buffer->device);
  free(buffer->host);
}

static inline void lutra_cl_close(lutra_cl *cl) {
  if (cl->done != NULL) clReleaseEvent(cl->done);
  if (cl->kernel != NULL) clReleaseKernel(cl->kernel);
  clReleaseProgram(cl->program);
  clReleaseCommandQueue(cl->queue);
  clReleaseContext(cl->context);
}

/* ---- Faults ---- */

static inline void lutra_cl_type_name(int64_t type, char *name, size_t room) {
  const int64_t bits = type < 0 ? -type : type;
  if (type == LUTRA_TYPE_PYTHON_INT) snprintf(name, room, "python int");
  else if (bits > LUTRA_TYPE_EXACT) snprintf(name, room, "%sint<%d>", type < 0 ? "u" : "", (int)(bits - LUTRA_TYPE_EXACT));
  else snprintf(name, room, "%sint%d", type < 0 ? "u" : "", (int)bits);
}

static inline void lutra_cl_float_words(int64_t bits, const char *type, char *words, size_t room) {
  double x;
  memcpy(&x, &bits, sizeof x);
  if (isfinite(x)) snprintf(words, room, "%.0f %s", trunc(x) + 0.0, type);
  else snprintf(words, room, "%s", isnan(x) ? "NaN" : x < 0 ? "-Infinity" : "Infinity");
}

/* Reports what a kernel noted, if it did, and ends the program: `lutra fault CODE LINE [words]`, status 3. */
static inline void lutra_cl_report(const int64_t *fault) {
  static const char *const functions[] = {LUTRA_FUNCTIONS};
  const char *code = "unknown";
  char words[400] = "";
  char type[32] = "";
  double x;
  if (fault[0] == 0) return;
  if (fault[0] == LUTRA_FAULT_RANGE || fault[0] == LUTRA_FAULT_RANGE_UNSIGNED || fault[0] == LUTRA_FAULT_RANGE_FLOAT) {
    lutra_cl_type_name(fault[3], type, sizeof type);
  }
  switch (fault[0]) {
    case LUTRA_FAULT_INDEX:
      code = "index-out-of-range";
      snprintf(words, sizeof words, "%lld %lld", (long long)fault[2], (long long)fault[3]);
      break;
    case LUTRA_FAULT_OVERFLOW: code = "overflow"; break;
    case LUTRA_FAULT_POWER:
      code = "overflow";
      snprintf(words, sizeof words, "power");
      break;
    case LUTRA_FAULT_ZERO_DIVISION: code = "zero-division"; break;
    case LUTRA_FAULT_NEGATIVE_SHIFT: code = "negative-shift"; break;
    case LUTRA_FAULT_NEGATIVE_POWER: code = "negative-power"; break;
    case LUTRA_FAULT_RANGE:
      code = "out-of-range";
      snprintf(words, sizeof words, "%lld %s", (long long)fault[2], type);
      break;
    case LUTRA_FAULT_RANGE_UNSIGNED:
      code = "out-of-range";
      snprintf(words, sizeof words, "%llu %s", (unsigned long long)fault[2], type);
      break;
    case LUTRA_FAULT_RANGE_FLOAT:
      code = "out-of-range";
      lutra_cl_float_words(fault[2], type, words, sizeof words);
      break;
    case LUTRA_FAULT_ROOT:
      code = "domain";
      snprintf(words, sizeof words, "root");
      break;
    case LUTRA_FAULT_COMPLEX:
      code = "domain";
      snprintf(words, sizeof words, "complex");
      break;
    case LUTRA_FAULT_MATH:
      code = "domain";
      memcpy(&x, &fault[3], sizeof x);
      snprintf(words, sizeof words, "%s %.17g %s", functions[fault[2]], x, fault[4] == 0 ? "nan" : "inf");
      break;
    case LUTRA_FAULT_BITS:
      code = "bit-range";
      snprintf(words, sizeof words, "%lld %lld %lld", (long long)fault[2], (long long)fault[3], (long long)fault[4]);
      break;
    case LUTRA_FAULT_ZERO_STEP: code = "zero-step"; break;
    default: break;
  }
  fprintf(stderr, "lutra fault %s %d%s%s\n", code, (int)fault[1], words[0] == '\0' ? "" : " ", words);
  exit(3);
}

static inline void lutra_cl_check_faults(lutra_cl *cl, lutra_cl_buffer *buffer) {
  lutra_cl_fetch(cl, buffer);
  lutra_cl_report((const int64_t *)buffer->host);
}

#endif
