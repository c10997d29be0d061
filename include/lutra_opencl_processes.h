/*
 * What the host of a kernel that is several processes is written with: an OpenCL kernel and a queue for each of them, an
 * event wherever one waits for another, and copies of what is stale alone. C99, linked with -lOpenCL -lm.
 *
 *     lutra_cl cl = lutra_cl_open_program(argv[0], "blur");     // blur.aocx, blur.xclbin or blur.cl
 *     lutra_cl_buffer a = lutra_cl_array(&cl, sizeof(int32_t), 64);
 *     lutra_cl_buffer t = lutra_cl_between(&cl, sizeof(int32_t), 64);    // the host never sees it
 *     lutra_cl_process rows = lutra_cl_process_open(&cl, "blur_rows");
 *     lutra_cl_bind(&rows, 0, &a);
 *     ... fill a.host, lutra_cl_changed(&a) ...
 *     lutra_cl_send(&cl, &a);                                   // copied if the device's is stale
 *     lutra_cl_after_copy(&rows, &a);                           // rows starts when a is there
 *     lutra_cl_start(&rows);
 *     lutra_cl_after(&columns, &rows);                          // columns starts when rows has ended
 *     lutra_cl_start(&columns);
 *     lutra_cl_end(&rows); lutra_cl_end(&columns);
 */
#ifndef LUTRA_OPENCL_PROCESSES_H
#define LUTRA_OPENCL_PROCESSES_H

#include "lutra_opencl.h"

typedef struct lutra_cl_process {
  const char *name;
  cl_kernel kernel;
  cl_command_queue queue; /* its own: nothing but its events puts it in order with the others */
  cl_event *waits;        /* what its next run waits for; not retained, they outlive the call */
  cl_uint wait_count;
  cl_event done; /* its last run */
} lutra_cl_process;

static inline lutra_cl_process lutra_cl_process_open(lutra_cl *cl, const char *name) {
  lutra_cl_process process;
  cl_int code = CL_SUCCESS;
  memset(&process, 0, sizeof process);
  process.name = name;
  process.kernel = clCreateKernel(cl->program, name, &code);
  lutra_cl_need(code, name);
  process.queue = clCreateCommandQueue(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE, &code);
  lutra_cl_need(code, "no command queue for a process");
  return process;
}

static inline void lutra_cl_process_close(lutra_cl_process *process) {
  if (process->done != NULL) clReleaseEvent(process->done);
  free(process->waits);
  clReleaseKernel(process->kernel);
  clReleaseCommandQueue(process->queue);
}

/* ---- Buffers ---- */

/* Memory of the device alone, for what passes between processes. */
static inline lutra_cl_buffer lutra_cl_between(lutra_cl *cl, size_t item, size_t count) {
  lutra_cl_buffer buffer;
  cl_int code = CL_SUCCESS;
  memset(&buffer, 0, sizeof buffer);
  buffer.bytes = item * (count == 0 ? 1 : count);
  buffer.device = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, buffer.bytes, NULL, &code);
  lutra_cl_need(code, "no memory on the device");
  return buffer;
}

/* Before a call: copies what the host has, if the device's is stale. */
static inline void lutra_cl_send(lutra_cl *cl, lutra_cl_buffer *buffer) {
  if (buffer->copied != NULL) clReleaseEvent(buffer->copied);
  buffer->copied = NULL;
  if (buffer->device_valid) return;
  lutra_cl_need(clEnqueueWriteBuffer(cl->queue, buffer->device, CL_FALSE, 0, buffer->bytes, buffer->host, 0, NULL,
                                     &buffer->copied),
                "a copy to the device");
  lutra_cl_need(clFlush(cl->queue), "a copy to the device");
  buffer->device_valid = 1;
  cl->to_device++;
}

/* After a call that wrote it: what the host has is stale, until it fetches it. */
static inline void lutra_cl_written(lutra_cl_buffer *buffer) {
  buffer->device_valid = 1;
  buffer->host_valid = 0;
}

/* ---- Runs ---- */

static inline void lutra_cl_bind(lutra_cl_process *process, cl_uint index, lutra_cl_buffer *buffer) {
  lutra_cl_need(clSetKernelArg(process->kernel, index, sizeof buffer->device, &buffer->device), process->name);
}

static inline void lutra_cl_bind_value(lutra_cl_process *process, cl_uint index, size_t bytes, const void *value) {
  lutra_cl_need(clSetKernelArg(process->kernel, index, bytes, value), process->name);
}

static inline void lutra_cl_wait_for(lutra_cl_process *process, cl_event event) {
  const size_t room = (process->wait_count + 1) * sizeof *process->waits;
  process->waits = (cl_event *)realloc(process->waits, room);
  if (process->waits == NULL) lutra_cl_fail("no memory", process->name);
  process->waits[process->wait_count++] = event;
}

/* The next run waits for a copy to the device, if there is one under way. */
static inline void lutra_cl_after_copy(lutra_cl_process *process, const lutra_cl_buffer *buffer) {
  if (buffer->copied != NULL) lutra_cl_wait_for(process, buffer->copied);
}

/* The next run waits for the last one of another process. */
static inline void lutra_cl_after(lutra_cl_process *process, const lutra_cl_process *earlier) {
  lutra_cl_wait_for(process, earlier->done);
}

/* One work-item runs it, once all that it waits for is done. */
static inline void lutra_cl_start(lutra_cl_process *process) {
  const size_t one = 1;
  if (process->done != NULL) clReleaseEvent(process->done);
  lutra_cl_need(clEnqueueNDRangeKernel(process->queue, process->kernel, 1, NULL, &one, &one, process->wait_count,
                                       process->wait_count == 0 ? NULL : process->waits, &process->done),
                process->name);
  lutra_cl_need(clFlush(process->queue), process->name);
  process->wait_count = 0;
}

static inline void lutra_cl_end(lutra_cl_process *process) {
  lutra_cl_need(clWaitForEvents(1, &process->done), process->name);
}

/* Each process notes the first thing that goes wrong in a slot of its own; the first of them in the text is reported. */
static inline void lutra_cl_check_all_faults(lutra_cl *cl, lutra_cl_buffer *buffer, int slots) {
  lutra_cl_fetch(cl, buffer);
  for (int k = 0; k < slots; k++) lutra_cl_report((const int64_t *)buffer->host + k * LUTRA_FAULT_LONGS);
}

/* ---- What a call took ---- */

static inline cl_ulong lutra_cl_moment(const lutra_cl_process *process, cl_profiling_info which) {
  cl_ulong moment = 0;
  clGetEventProfilingInfo(process->done, which, sizeof moment, &moment, NULL);
  return moment;
}

/* How long the last call ran, when each process did, and the copies since the program was opened. */
static inline void lutra_cl_print(const lutra_cl *cl, const char *name, const lutra_cl_process *processes, int count) {
  cl_ulong first = lutra_cl_moment(&processes[0], CL_PROFILING_COMMAND_START);
  cl_ulong last = 0;
  for (int k = 0; k < count; k++) {
    const cl_ulong start = lutra_cl_moment(&processes[k], CL_PROFILING_COMMAND_START);
    const cl_ulong end = lutra_cl_moment(&processes[k], CL_PROFILING_COMMAND_END);
    if (start < first) first = start;
    if (end > last) last = end;
  }
  printf("%s: %.3f ms, copies: %lu to the device, %lu to the host\n", name, (double)(last - first) * 1e-6,
         (unsigned long)cl->to_device, (unsigned long)cl->to_host);
  for (int k = 0; k < count; k++) {
    const cl_ulong start = lutra_cl_moment(&processes[k], CL_PROFILING_COMMAND_START);
    const cl_ulong end = lutra_cl_moment(&processes[k], CL_PROFILING_COMMAND_END);
    printf("  %s: %.3f to %.3f ms\n", processes[k].name, (double)(start - first) * 1e-6,
           (double)(end - first) * 1e-6);
  }
}

#endif
