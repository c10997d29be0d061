/* The driver's loop as a kernel: one work item an operation. OPERATION is defined by what is included before. */

__kernel void compute(__global const ulong *restrict operands, __global ulong *restrict results, int op, int p0,
                      int p1, int p2, int p3) {
  const size_t i = get_global_id(0);
  results[i] = OPERATION(op, operands[2 * i], operands[2 * i + 1], p0, p1, p2, p3);
}
