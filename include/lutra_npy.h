/*
 * Reads and writes NumPy's .npy files, in C99 and C++. Nothing to link.
 *
 *     char why[LUTRA_NPY_MESSAGE];
 *     const size_t shape[2] = {64, 64};
 *     static float image[64][64];
 *     if (!lutra_npy_load("image.npy", "f4", 2, shape, image, why)) { puts(why); return 1; }
 *     if (!lutra_npy_save("copy.npy", "f4", 2, shape, image, why)) { puts(why); return 1; }
 *
 * Format versions 1, 2 and 3, both byte orders and both memory orders are read; version 1, little-endian, row-major is
 * written. In memory arrays are row-major and in this machine's byte order. A dtype is named as NumPy names it:
 * b1, i1 i2 i4 i8, u1 u2 u4 u8, f2 f4 f8.
 *
 * Functions return 1, or 0 after they wrote into `why` what is wrong.
 *
 * The second half keeps the types that NumPy lacks as `lutra run` does: a narrow integer in the next wider NumPy
 * integer, a fixed-point number of up to 53 bits as the double of its value, a half in memory as a float.
 *
 * The format: numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
#ifndef LUTRA_NPY_H
#define LUTRA_NPY_H

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LUTRA_NPY_DIMS 32
#define LUTRA_NPY_MESSAGE 1024

typedef struct lutra_npy {
  char dtype[4];
  int dims;
  size_t shape[LUTRA_NPY_DIMS];
  size_t count; /* elements */
  void *data;   /* to be given to free() */
} lutra_npy;

/* ---- The file as it is ---- */

static inline size_t lutra_npy_itemsize(const char *dtype) { return (size_t)(dtype[1] - '0'); }

static inline size_t lutra_npy_count(int dims, const size_t *shape) {
  size_t count = 1;
  for (int i = 0; i < dims; i++) count *= shape[i];
  return count;
}

static inline int lutra_npy_big_endian(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first == 0;
}

static inline void lutra_npy_swap(void *data, size_t count, size_t size) {
  unsigned char *bytes = (unsigned char *)data;
  for (size_t i = 0; i < count; i++, bytes += size) {
    for (size_t k = 0; k < size / 2; k++) {
      const unsigned char byte = bytes[k];
      bytes[k] = bytes[size - 1 - k];
      bytes[size - 1 - k] = byte;
    }
  }
}

/* "float32[2,3]": for messages. */
static inline void lutra_npy_describe(const char *dtype, int dims, const size_t *shape, char *text, size_t room) {
  const char *kind = dtype[0] == 'f' ? "float" : dtype[0] == 'u' ? "uint" : "int";
  size_t used;
  if (dtype[0] == 'b') snprintf(text, room, "bool");
  else snprintf(text, room, "%s%d", kind, 8 * (int)lutra_npy_itemsize(dtype));
  for (int i = 0; i < dims; i++) {
    used = strlen(text);
    snprintf(text + used, room - used, "%s%lu", i == 0 ? "[" : ",", (unsigned long)shape[i]);
  }
  used = strlen(text);
  if (dims > 0) snprintf(text + used, room - used, "]");
}

/* Where the value of a key of the header's dictionary begins, or NULL. */
static inline const char *lutra_npy_entry(const char *header, const char *key) {
  const size_t length = strlen(key);
  for (const char *at = header; *at != '\0'; at++) {
    if ((*at != '\'' && *at != '"') || strncmp(at + 1, key, length) != 0 || at[length + 1] != *at) continue;
    at += length + 2;
    while (*at == ' ') at++;
    if (*at != ':') return NULL;
    at++;
    while (*at == ' ') at++;
    return at;
  }
  return NULL;
}

static inline int lutra_npy_parse_dtype(const char *at, char *dtype, int *swapped) {
  const char quote = at == NULL ? '\0' : *at;
  if (quote != '\'' && quote != '"') return 0;
  at++;
  *swapped = (*at == '>' && !lutra_npy_big_endian()) || (*at == '<' && lutra_npy_big_endian());
  if (*at == '<' || *at == '>' || *at == '|' || *at == '=') at++;
  if (*at == '?') {
    strcpy(dtype, "b1");
    return at[1] == quote;
  }
  if (at[0] == '\0' || at[1] == '\0' || at[2] != quote) return 0;
  dtype[0] = at[0];
  dtype[1] = at[1];
  dtype[2] = '\0';
  return strstr(" b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 ", dtype) != NULL;
}

static inline int lutra_npy_parse_shape(const char *at, int *dims, size_t *shape) {
  *dims = 0;
  if (at == NULL || *at != '(') return 0;
  for (at++; *at != ')';) {
    char *end;
    if (*at == ' ' || *at == ',') {
      at++;
      continue;
    }
    if (*at < '0' || *at > '9' || *dims == LUTRA_NPY_DIMS) return 0;
    shape[(*dims)++] = (size_t)strtoull(at, &end, 10);
    at = end;
  }
  return 1;
}

/* Element (i, j, ...) of a file in Fortran order lies at i + shape[0] * (j + shape[1] * ...). */
static inline void lutra_npy_row_major(char *to, const char *from, size_t size, int dims, const size_t *shape) {
  size_t position[LUTRA_NPY_DIMS] = {0};
  const size_t count = lutra_npy_count(dims, shape);
  for (size_t i = 0; i < count; i++) {
    size_t source = 0;
    for (int axis = dims - 1; axis >= 0; axis--) source = source * shape[axis] + position[axis];
    memcpy(to + i * size, from + source * size, size);
    for (int axis = dims - 1; axis >= 0; axis--) {
      if (++position[axis] < shape[axis]) break;
      position[axis] = 0;
    }
  }
}

/* The rest of the file after its header; `array` has the shape and dtype. */
static inline int lutra_npy_read_data(FILE *file, const char *path, lutra_npy *array, int fortran, int swapped,
                                      char *why) {
  const size_t size = lutra_npy_itemsize(array->dtype);
  const size_t bytes = array->count * size;
  size_t read;
  array->data = malloc(bytes == 0 ? 1 : bytes);
  if (array->data == NULL) {
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s: no memory for %lu bytes", path, (unsigned long)bytes);
    return 0;
  }
  read = fread(array->data, 1, bytes, file);
  if (read != bytes) {
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s is cut short: it needs %lu bytes of data and has %lu", path,
             (unsigned long)bytes, (unsigned long)read);
    return 0;
  }
  if (swapped) lutra_npy_swap(array->data, array->count, size);
  if (fortran && array->dims > 1) {
    char *sorted = (char *)malloc(bytes == 0 ? 1 : bytes);
    if (sorted == NULL) {
      snprintf(why, LUTRA_NPY_MESSAGE, "%.300s: no memory for %lu bytes", path, (unsigned long)bytes);
      return 0;
    }
    lutra_npy_row_major(sorted, (const char *)array->data, size, array->dims, array->shape);
    free(array->data);
    array->data = sorted;
  }
  return 1;
}

static inline int lutra_npy_read_open(FILE *file, const char *path, lutra_npy *array, char *why) {
  unsigned char start[12];
  size_t length;
  char *header;
  const char *fortran;
  int swapped = 0;
  int ok;
  if (fread(start, 1, 8, file) != 8 || memcmp(start, "\x93NUMPY", 6) != 0) {
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s is not a .npy file", path);
    return 0;
  }
  if (start[6] < 1 || start[6] > 3) {
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s has version %d of the .npy format; 1, 2 and 3 are read", path, start[6]);
    return 0;
  }
  length = start[6] == 1 ? 2 : 4;
  if (fread(start + 8, 1, length, file) != length) length = 0;
  else if (length == 2) length = (size_t)(start[8] | start[9] << 8);
  else length = (size_t)start[8] | (size_t)start[9] << 8 | (size_t)start[10] << 16 | (size_t)start[11] << 24;
  header = length == 0 || length > ((size_t)1 << 24) ? NULL : (char *)malloc(length + 1);
  if (header == NULL || fread(header, 1, length, file) != length) {
    free(header);
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s has no readable header", path);
    return 0;
  }
  header[length] = '\0';
  fortran = lutra_npy_entry(header, "fortran_order");
  ok = lutra_npy_parse_dtype(lutra_npy_entry(header, "descr"), array->dtype, &swapped);
  if (!ok) {
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s has a dtype that kernels do not take: %.80s", path, header);
  } else if (!lutra_npy_parse_shape(lutra_npy_entry(header, "shape"), &array->dims, array->shape) || fortran == NULL) {
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s has a header without shape or fortran_order: %.80s", path, header);
    ok = 0;
  } else {
    array->count = lutra_npy_count(array->dims, array->shape);
    ok = lutra_npy_read_data(file, path, array, strncmp(fortran, "True", 4) == 0, swapped, why);
  }
  free(header);
  return ok;
}

/* The whole file, whatever its dtype and shape. `array->data` is the caller's to free, also after a failure. */
static inline int lutra_npy_read(const char *path, lutra_npy *array, char *why) {
  FILE *file = fopen(path, "rb");
  int ok;
  array->data = NULL;
  if (file == NULL) {
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s cannot be opened: %s", path, strerror(errno));
    return 0;
  }
  ok = lutra_npy_read_open(file, path, array, why);
  fclose(file);
  return ok;
}

/* The file's elements into `data`. A file of another dtype or shape is refused. */
static inline int lutra_npy_load(const char *path, const char *dtype, int dims, const size_t *shape, void *data,
                                 char *why) {
  lutra_npy array;
  int ok = lutra_npy_read(path, &array, why);
  if (ok && (strcmp(array.dtype, dtype) != 0 || array.dims != dims ||
             (dims > 0 && memcmp(array.shape, shape, (size_t)dims * sizeof *shape) != 0))) {
    char found[128];
    char wanted[128];
    lutra_npy_describe(array.dtype, array.dims, array.shape, found, sizeof found);
    lutra_npy_describe(dtype, dims, shape, wanted, sizeof wanted);
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s holds %s; the kernel takes %s", path, found, wanted);
    ok = 0;
  }
  if (ok) memcpy(data, array.data, array.count * lutra_npy_itemsize(dtype));
  free(array.data);
  return ok;
}

/* Space enough for any header we write: 32 axes of 20 digits. */
#define LUTRA_NPY_HEADER 1024

/* The header's dictionary, filled up with spaces so that the data begins at a multiple of 64 bytes. */
static inline int lutra_npy_write_header(FILE *file, const char *dtype, int dims, const size_t *shape) {
  char text[LUTRA_NPY_HEADER];
  const unsigned char magic[8] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  const char order = lutra_npy_itemsize(dtype) == 1 ? '|' : '<';
  size_t length = (size_t)snprintf(text, sizeof text, "{'descr': '%c%s', 'fortran_order': False, 'shape': (", order,
                                   dtype);
  for (int i = 0; i < dims; i++) {
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%lu", i == 0 ? "" : ", ",
                               (unsigned long)shape[i]);
  }
  length += (size_t)snprintf(text + length, sizeof text - length, "%s), }", dims == 1 ? "," : "");
  while ((10 + length + 1) % 64 != 0) text[length++] = ' ';
  text[length++] = '\n';
  {
    const unsigned char size[2] = {(unsigned char)(length & 255), (unsigned char)(length >> 8)};
    return fwrite(magic, 1, 8, file) == 8 && fwrite(size, 1, 2, file) == 2 && fwrite(text, 1, length, file) == length;
  }
}

static inline int lutra_npy_write_data(FILE *file, const char *dtype, size_t count, const void *data) {
  const size_t size = lutra_npy_itemsize(dtype);
  if (!lutra_npy_big_endian()) return fwrite(data, size, count, file) == count;
  for (size_t i = 0; i < count; i++) {
    unsigned char item[8];
    memcpy(item, (const char *)data + i * size, size);
    lutra_npy_swap(item, 1, size);
    if (fwrite(item, 1, size, file) != size) return 0;
  }
  return 1;
}

static inline int lutra_npy_save(const char *path, const char *dtype, int dims, const size_t *shape, const void *data,
                                 char *why) {
  FILE *file = fopen(path, "wb");
  int ok = file != NULL;
  if (ok) {
    ok = lutra_npy_write_header(file, dtype, dims, shape) &&
         lutra_npy_write_data(file, dtype, lutra_npy_count(dims, shape), data);
    ok = fclose(file) == 0 && ok;
  }
  if (!ok) snprintf(why, LUTRA_NPY_MESSAGE, "%.300s cannot be written: %s", path, strerror(errno));
  return ok;
}

/* ---- Types that NumPy lacks ---- */

static inline float lutra_npy_half_to_float(uint16_t half) {
  const int exponent = half >> 10 & 31;
  const float fraction = (float)(half & 1023);
  const float size = exponent == 31   ? ((half & 1023) != 0 ? NAN : INFINITY)
                     : exponent == 0 ? ldexpf(fraction, -24)
                                     : ldexpf(fraction + 1024.0f, exponent - 25);
  return (half & 0x8000) != 0 ? -size : size;
}

/* `value` is one that a half holds. */
static inline uint16_t lutra_npy_float_to_half(float value) {
  const uint16_t sign = (uint16_t)(signbit(value) ? 0x8000 : 0);
  const float size = fabsf(value);
  int exponent;
  if (isnan(value)) return 0x7e00;
  if (isinf(value)) return (uint16_t)(sign | 0x7c00);
  if (size < ldexpf(1.0f, -14)) return (uint16_t)(sign | (uint16_t)ldexpf(size, 24));
  frexpf(size, &exponent); /* size is in [2^(exponent - 1), 2^exponent) */
  return (uint16_t)(sign | (exponent + 14) << 10 | ((uint16_t)ldexpf(size, 11 - exponent) & 1023));
}

/* A float16 file, each element as a float. */
static inline int lutra_npy_load_half(const char *path, int dims, const size_t *shape, float *data, char *why) {
  const size_t count = lutra_npy_count(dims, shape);
  uint16_t *halves = (uint16_t *)malloc(count * sizeof *halves + 1);
  const int ok = halves != NULL && lutra_npy_load(path, "f2", dims, shape, halves, why);
  if (halves == NULL) snprintf(why, LUTRA_NPY_MESSAGE, "%.300s: no memory", path);
  for (size_t i = 0; ok && i < count; i++) data[i] = lutra_npy_half_to_float(halves[i]);
  free(halves);
  return ok;
}

static inline int lutra_npy_save_half(const char *path, int dims, const size_t *shape, const float *data, char *why) {
  const size_t count = lutra_npy_count(dims, shape);
  uint16_t *halves = (uint16_t *)malloc(count * sizeof *halves + 1);
  int ok = halves != NULL;
  if (!ok) snprintf(why, LUTRA_NPY_MESSAGE, "%.300s: no memory", path);
  for (size_t i = 0; ok && i < count; i++) halves[i] = lutra_npy_float_to_half(data[i]);
  ok = ok && lutra_npy_save(path, "f2", dims, shape, halves, why);
  free(halves);
  return ok;
}

/* Element i of an integer array as 64 bits: sign-extended from `dtype`, or zero-extended. */
static inline int64_t lutra_npy_get(const char *dtype, const void *data, size_t i) {
  switch (dtype[0] == 'i' ? dtype[1] : dtype[1] + 10) {
    case '1': return ((const int8_t *)data)[i];
    case '2': return ((const int16_t *)data)[i];
    case '4': return ((const int32_t *)data)[i];
    case '1' + 10: return ((const uint8_t *)data)[i];
    case '2' + 10: return ((const uint16_t *)data)[i];
    case '4' + 10: return ((const uint32_t *)data)[i];
    default: return ((const int64_t *)data)[i];
  }
}

static inline void lutra_npy_set(const char *dtype, void *data, size_t i, int64_t value) {
  switch (dtype[1]) {
    case '1': ((uint8_t *)data)[i] = (uint8_t)value; break;
    case '2': ((uint16_t *)data)[i] = (uint16_t)value; break;
    case '4': ((uint32_t *)data)[i] = (uint32_t)value; break;
    default: ((uint64_t *)data)[i] = (uint64_t)value;
  }
}

/* Whether each element of an integer array has no more than `bits` bits. */
static inline int lutra_npy_check_bits(const char *path, const char *dtype, int bits, size_t count, const void *data,
                                       char *why) {
  if (bits >= 8 * (int)lutra_npy_itemsize(dtype)) return 1;
  for (size_t i = 0; i < count; i++) {
    const int64_t value = lutra_npy_get(dtype, data, i);
    const int64_t high = ((int64_t)1 << (dtype[0] == 'i' ? bits - 1 : bits)) - 1;
    if (value <= high && value >= (dtype[0] == 'i' ? -high - 1 : 0)) continue;
    snprintf(why, LUTRA_NPY_MESSAGE, "%.300s: element %lu is %lld, which %sint<%d> cannot hold", path, (unsigned long)i,
             (long long)value, dtype[0] == 'i' ? "" : "u", bits);
    return 0;
  }
  return 1;
}

/*
 * Fixed-point numbers of `bits` <= 53 bits, stored as doubles: in memory raw integers of type `dtype`, where
 * value = raw * 2^-fraction. A value that is none of the type's is refused.
 */
static inline int lutra_npy_load_fixed(const char *path, const char *dtype, int bits, int fraction, int dims,
                                       const size_t *shape, void *data, char *why) {
  const size_t count = lutra_npy_count(dims, shape);
  const double high = ldexp(1.0, dtype[0] == 'i' ? bits - 1 : bits);
  double *values = (double *)malloc(count * sizeof *values + 1);
  int ok = values != NULL && lutra_npy_load(path, "f8", dims, shape, values, why);
  if (values == NULL) snprintf(why, LUTRA_NPY_MESSAGE, "%.300s: no memory", path);
  for (size_t i = 0; ok && i < count; i++) {
    const double raw = ldexp(values[i], fraction);
    ok = raw == floor(raw) && raw < high && raw >= (dtype[0] == 'i' ? -high : 0.0) && ldexp(raw, -fraction) == values[i];
    if (ok) lutra_npy_set(dtype, data, i, (int64_t)raw);
    else
      snprintf(why, LUTRA_NPY_MESSAGE, "%.300s: element %lu is %.17g, which %sfixed<%d,%d> cannot hold exactly", path,
               (unsigned long)i, values[i], dtype[0] == 'i' ? "" : "u", bits, bits - fraction);
  }
  free(values);
  return ok;
}

static inline int lutra_npy_save_fixed(const char *path, const char *dtype, int fraction, int dims, const size_t *shape,
                                       const void *data, char *why) {
  const size_t count = lutra_npy_count(dims, shape);
  double *values = (double *)malloc(count * sizeof *values + 1);
  int ok = values != NULL;
  if (!ok) snprintf(why, LUTRA_NPY_MESSAGE, "%.300s: no memory", path);
  for (size_t i = 0; ok && i < count; i++) values[i] = ldexp((double)lutra_npy_get(dtype, data, i), -fraction);
  ok = ok && lutra_npy_save(path, "f8", dims, shape, values, why);
  free(values);
  return ok;
}

#endif
