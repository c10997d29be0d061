/*
 * What a generated testbench is written with: arguments from .npy files, the call, results to .npy files.
 *
 *     int main(int argc, char **argv) {
 *       lutra::testbench bench(argc, argv);     // testbench IN_DIR OUT_DIR [EXPECTED_DIR]
 *       static int32_t a[64];
 *       bench.read("a", a);                     // IN_DIR/a.npy
 *       bench.call([&] { square(a); });
 *       bench.write("a", a);                    // OUT_DIR/a.npy, and compared with EXPECTED_DIR/a.npy
 *       return bench.finish();
 *     }
 *
 * Exit status: 0 all is well, 1 a result differs from what was expected, 2 a file cannot be read or written.
 *
 * Types that NumPy lacks have their traits beside this header: lutra_testbench_ap.h, lutra_testbench_half.h,
 * lutra_testbench_float.h.
 */
#ifndef LUTRA_TESTBENCH_H
#define LUTRA_TESTBENCH_H

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "lutra_npy.h"

#ifdef LUTRA_STACK_BYTES
#include <pthread.h>
#endif

namespace lutra {

/* How a type is stored in a .npy file: `limbs` items of type `item` an element, in one axis more when `wide`. */
template <class T>
struct stored;

template <class T>
struct stored_as_is {
  typedef T item;
  static const int limbs = 1;
  static const bool wide = false;
  static T get(const item *from) { return *from; }
  static void put(item *to, T value) { *to = value; }
};

#define LUTRA_STORED_AS_IS(TYPE, DTYPE)               \
  template <>                                         \
  struct stored<TYPE> : stored_as_is<TYPE> {          \
    static const char *dtype() { return DTYPE; }      \
  };

/* A vector of bool has no elements to point at. */
template <>
struct stored<bool> {
  typedef unsigned char item;
  static const int limbs = 1;
  static const bool wide = false;
  static const char *dtype() { return "b1"; }
  static bool get(const item *from) { return *from != 0; }
  static void put(item *to, bool value) { *to = value ? 1 : 0; }
};

LUTRA_STORED_AS_IS(int8_t, "i1")
LUTRA_STORED_AS_IS(int16_t, "i2")
LUTRA_STORED_AS_IS(int32_t, "i4")
LUTRA_STORED_AS_IS(int64_t, "i8")
LUTRA_STORED_AS_IS(uint8_t, "u1")
LUTRA_STORED_AS_IS(uint16_t, "u2")
LUTRA_STORED_AS_IS(uint32_t, "u4")
LUTRA_STORED_AS_IS(uint64_t, "u8")
LUTRA_STORED_AS_IS(float, "f4")
LUTRA_STORED_AS_IS(double, "f8")

/* The smallest NumPy integer of at least so many bits. */
template <int Bytes, bool Signed>
struct integer_item;

#define LUTRA_INTEGER_ITEM(BYTES, SIGNED, TYPE) \
  template <>                                   \
  struct integer_item<BYTES, SIGNED> {          \
    typedef TYPE type;                          \
  };

LUTRA_INTEGER_ITEM(1, true, int8_t)
LUTRA_INTEGER_ITEM(2, true, int16_t)
LUTRA_INTEGER_ITEM(4, true, int32_t)
LUTRA_INTEGER_ITEM(8, true, int64_t)
LUTRA_INTEGER_ITEM(1, false, uint8_t)
LUTRA_INTEGER_ITEM(2, false, uint16_t)
LUTRA_INTEGER_ITEM(4, false, uint32_t)
LUTRA_INTEGER_ITEM(8, false, uint64_t)

constexpr int item_bytes(int bits) { return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8; }

/* Shape and first element of a scalar or an array of any rank. */
template <class T>
struct shaped {
  typedef T element;
  static T *first(T &value) { return &value; }
  static void shape(std::vector<size_t> &) {}
};

template <class T, size_t N>
struct shaped<T[N]> {
  typedef typename shaped<T>::element element;
  static element *first(T (&array)[N]) { return shaped<T>::first(array[0]); }
  static void shape(std::vector<size_t> &extents) {
    extents.push_back(N);
    shaped<T>::shape(extents);
  }
};

/* NaNs are not told apart. */
template <class T>
bool same(const T *a, const T *b) {
  return std::memcmp(a, b, sizeof(T)) == 0;
}

template <>
inline bool same(const float *a, const float *b) {
  return (*a != *a && *b != *b) || std::memcmp(a, b, sizeof *a) == 0;
}

template <>
inline bool same(const double *a, const double *b) {
  return (*a != *a && *b != *b) || std::memcmp(a, b, sizeof *a) == 0;
}

class testbench {
 public:
  testbench(int argc, char **argv)
      : in_(argc > 1 ? argv[1] : "data"),
        out_(argc > 2 ? argv[2] : "."),
        expected_(argc > 3 ? argv[3] : argc > 1 ? "" : "data/expected"),
        differences_(0) {}

  template <class T>
  void read(const char *name, T &value) {
    read_elements(name, shaped<T>::first(value), shape_of<T>());
  }

  template <class T>
  void write(const char *name, T &value) {
    write_elements(name, shaped<T>::first(value), shape_of<T>());
  }

  /* An argument that comes as a stream: its elements one after the other. */
  template <class Stream, class T>
  void feed(Stream &stream, T &value) {
    typedef typename shaped<T>::element element;
    element *data = shaped<T>::first(value);
    for (size_t i = 0; i < sizeof(value) / sizeof(element); i++) stream.write(data[i]);
  }

  template <class Stream, class T>
  void drain(Stream &stream, T &value) {
    typedef typename shaped<T>::element element;
    element *data = shaped<T>::first(value);
    for (size_t i = 0; i < sizeof(value) / sizeof(element); i++) data[i] = stream.read();
  }

  template <class Call>
  void call(Call kernel) {
    const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    on_stack(kernel);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    std::printf("lutra ran %.6f ms\n", spent.count());
  }

  int finish() const {
    if (differences_ > 0) std::printf("%d of the results differ from what was expected\n", differences_);
    else if (!expected_.empty()) std::printf("all results are as expected\n");
    return differences_ > 0 ? 1 : 0;
  }

 private:
  std::string in_;
  std::string out_;
  std::string expected_; /* empty: nothing to compare with */
  int differences_;

  template <class T>
  static std::vector<size_t> shape_of() {
    typedef stored<typename shaped<T>::element> form;
    std::vector<size_t> shape;
    shaped<T>::shape(shape);
    if (form::wide) shape.push_back(form::limbs);
    return shape;
  }

  static void stop(const char *why) {
    std::fprintf(stderr, "testbench: %s\n", why);
    std::exit(2);
  }

  template <class E>
  static std::vector<typename stored<E>::item> load(const std::string &path, const std::vector<size_t> &shape) {
    char why[LUTRA_NPY_MESSAGE];
    lutra_npy file;
    if (!lutra_npy_read(path.c_str(), &file, why)) stop(why);
    if (std::strcmp(file.dtype, stored<E>::dtype()) != 0 || std::vector<size_t>(file.shape, file.shape + file.dims) != shape) {
      char found[128], wanted[128];
      lutra_npy_describe(file.dtype, file.dims, file.shape, found, sizeof found);
      lutra_npy_describe(stored<E>::dtype(), (int)shape.size(), shape.data(), wanted, sizeof wanted);
      stop((path + " holds " + found + "; the kernel takes " + wanted).c_str());
    }
    typedef typename stored<E>::item item;
    const item *data = static_cast<const item *>(file.data);
    std::vector<item> items(file.count);
    for (size_t i = 0; i < file.count; i++) items[i] = data[i];
    std::free(file.data);
    return items;
  }

  template <class E>
  void read_elements(const char *name, E *to, const std::vector<size_t> &shape) {
    const std::vector<typename stored<E>::item> items = load<E>(in_ + "/" + name + ".npy", shape);
    const size_t limbs = stored<E>::limbs;
    for (size_t i = 0; i < items.size() / limbs; i++) to[i] = stored<E>::get(&items[i * limbs]);
  }

  template <class E>
  void write_elements(const char *name, const E *from, const std::vector<size_t> &shape) {
    typedef typename stored<E>::item item;
    const size_t limbs = stored<E>::limbs;
    const size_t count = lutra_npy_count((int)shape.size(), shape.data());
    item *items = static_cast<item *>(std::calloc(count + 1, sizeof(item)));
    for (size_t i = 0; i < count / limbs; i++) stored<E>::put(&items[i * limbs], from[i]);
    char why[LUTRA_NPY_MESSAGE];
    const std::string path = out_ + "/" + name + ".npy";
    if (!lutra_npy_save(path.c_str(), stored<E>::dtype(), (int)shape.size(), shape.data(), items, why)) stop(why);
    if (!expected_.empty()) compare<E>(name, items, count, shape);
    std::free(items);
  }

  template <class E>
  void compare(const char *name, const typename stored<E>::item *items, size_t count, const std::vector<size_t> &shape) {
    typedef typename stored<E>::item item;
    const std::vector<item> wanted = load<E>(expected_ + "/" + name + ".npy", shape);
    for (size_t i = 0; i < count; i++) {
      const item expected = wanted[i];
      if (same(&items[i], &expected)) continue;
      std::printf("%s differs first at element %lu: %.17g, expected %.17g\n", name, (unsigned long)(i / stored<E>::limbs),
                  (double)items[i], (double)expected);
      differences_++;
      return;
    }
  }

  /* A kernel keeps its arrays on the stack, where hardware has memories: large ones need a larger stack. */
#ifdef LUTRA_STACK_BYTES
  template <class Call>
  static void *run(void *call) {
    (*static_cast<Call *>(call))();
    return NULL;
  }

  template <class Call>
  static void on_stack(Call &kernel) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    const size_t bytes = LUTRA_STACK_BYTES;
    if (pthread_attr_setstacksize(&attributes, bytes) != 0 ||
        pthread_create(&thread, &attributes, &testbench::run<Call>, &kernel) != 0) {
      stop("there is no memory for the arrays of the kernel");
    }
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
  }
#else
  template <class Call>
  static void on_stack(Call &kernel) {
    kernel();
  }
#endif
};

}  // namespace lutra

#endif
