/*
 * What a generated XRT host program is written with: .npy files to and from the memory that a kernel sees.
 *
 *     const lutra::host files(argc, argv, "square.xclbin");      // host [XCLBIN [IN_DIR [OUT_DIR]]]
 *     auto a = lutra::plain_buffer<int32_t>("i4", {64});
 *     a.read(files.input("a"));
 *
 * In memory integers and fixed-point numbers are raw, each element in a power of two of bytes.
 */
#ifndef LUTRA_HOST_H
#define LUTRA_HOST_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "lutra_npy.h"

namespace lutra {

class host {
 public:
  host(int argc, char **argv, const char *image)
      : image_(argc > 1 ? argv[1] : image), in_(argc > 2 ? argv[2] : "data"), out_(argc > 3 ? argv[3] : "out") {}

  const std::string &image() const { return image_; }
  std::string input(const char *name) const { return in_ + "/" + name + ".npy"; }
  std::string output(const char *name) const { return out_ + "/" + name + ".npy"; }
  /* LUTRA_DEVICE: which card, when there are several. */
  unsigned device() const {
    const char *chosen = std::getenv("LUTRA_DEVICE");
    return chosen == NULL ? 0 : (unsigned)std::strtoul(chosen, NULL, 10);
  }

 private:
  std::string image_;
  std::string in_;
  std::string out_;
};

inline void host_stop(const char *why) {
  std::fprintf(stderr, "host: %s\n", why);
  std::exit(2);
}

/* Elements that a file has as memory has them. */
template <class T>
class plain_buffer {
 public:
  plain_buffer(const char *dtype, const std::vector<size_t> &shape)
      : dtype_(dtype), shape_(shape), items_(lutra_npy_count((int)shape.size(), shape.data())) {}

  T *data() { return items_.data(); }
  size_t bytes() const { return items_.size() * sizeof(T); }

  void read(const std::string &path) {
    char why[LUTRA_NPY_MESSAGE];
    if (!lutra_npy_load(path.c_str(), dtype_, (int)shape_.size(), shape_.data(), items_.data(), why)) host_stop(why);
  }

  void write(const std::string &path) const {
    char why[LUTRA_NPY_MESSAGE];
    if (!lutra_npy_save(path.c_str(), dtype_, (int)shape_.size(), shape_.data(), items_.data(), why)) host_stop(why);
  }

 private:
  const char *dtype_;
  std::vector<size_t> shape_;
  std::vector<T> items_;
};

/* Fixed-point numbers: doubles in the file, raw integers in memory. */
template <class T>
class fixed_buffer {
 public:
  fixed_buffer(const char *dtype, int bits, int fraction, const std::vector<size_t> &shape)
      : dtype_(dtype), bits_(bits), fraction_(fraction), shape_(shape), items_(lutra_npy_count((int)shape.size(), shape.data())) {}

  T *data() { return items_.data(); }
  size_t bytes() const { return items_.size() * sizeof(T); }

  void read(const std::string &path) {
    char why[LUTRA_NPY_MESSAGE];
    if (!lutra_npy_load_fixed(path.c_str(), dtype_, bits_, fraction_, (int)shape_.size(), shape_.data(), items_.data(), why)) host_stop(why);
  }

  void write(const std::string &path) const {
    char why[LUTRA_NPY_MESSAGE];
    if (!lutra_npy_save_fixed(path.c_str(), dtype_, fraction_, (int)shape_.size(), shape_.data(), items_.data(), why)) host_stop(why);
  }

 private:
  const char *dtype_;
  int bits_;
  int fraction_;
  std::vector<size_t> shape_;
  std::vector<T> items_;
};

/* Integers of more than 64 bits: `stored` words an element in the file, `words` in memory. */
class wide_buffer {
 public:
  wide_buffer(size_t stored, size_t words, const std::vector<size_t> &shape)
      : stored_(stored), words_(words), shape_(shape), count_(lutra_npy_count((int)shape.size(), shape.data())), items_(count_ * words) {
    shape_.push_back(stored);
  }

  uint64_t *data() { return items_.data(); }
  size_t bytes() const { return items_.size() * sizeof(uint64_t); }

  void read(const std::string &path) {
    char why[LUTRA_NPY_MESSAGE];
    std::vector<uint64_t> file(count_ * stored_);
    if (!lutra_npy_load(path.c_str(), "u8", (int)shape_.size(), shape_.data(), file.data(), why)) host_stop(why);
    for (size_t i = 0; i < count_ * stored_; i++) items_[i / stored_ * words_ + i % stored_] = file[i];
  }

  void write(const std::string &path) const {
    char why[LUTRA_NPY_MESSAGE];
    std::vector<uint64_t> file(count_ * stored_);
    for (size_t i = 0; i < count_ * stored_; i++) file[i] = items_[i / stored_ * words_ + i % stored_];
    if (!lutra_npy_save(path.c_str(), "u8", (int)shape_.size(), shape_.data(), file.data(), why)) host_stop(why);
  }

 private:
  size_t stored_;
  size_t words_;
  std::vector<size_t> shape_;
  size_t count_;
  std::vector<uint64_t> items_;
};

}  // namespace lutra

#endif
