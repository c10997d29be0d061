/* hls::stream<T>: a queue between two processes, as UG1399 describes it for C simulation: it never fills up.
 *
 *   hls::stream<int> s("pixels");  s.write(3);  int x = s.read();
 *
 * Reading an empty stream ends the program; elements that nobody read are reported when the stream goes away.
 */
#ifndef LUTRA_HLS_STREAM_H
#define LUTRA_HLS_STREAM_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <deque>
#include <string>

namespace hls {

template <class T, int Depth = 0>
class stream {
 public:
  typedef T value_type;

  stream() : name_("stream") {}
  explicit stream(const char *name) : name_(name) {}
  stream(const stream &) = delete;
  stream &operator=(const stream &) = delete;
  ~stream() {
    if (!queue_.empty()) {
      fprintf(stderr, "warning: stream `%s` goes away with %zu elements that were not read\n", name_.c_str(),
              queue_.size());
    }
  }

  bool empty() const { return queue_.empty(); }
  bool full() const { return false; }
  size_t size() const { return queue_.size(); }
  const std::string &get_name() const { return name_; }
  void set_name(const char *name) { name_ = name; }

  T read() {
    if (queue_.empty()) {
      fprintf(stderr, "error: stream `%s` is read while it is empty\n", name_.c_str());
      fflush(NULL);
      _Exit(3);
    }
    const T head = queue_.front();
    queue_.pop_front();
    return head;
  }
  void read(T &head) { head = read(); }
  bool read_nb(T &head) {
    if (queue_.empty()) return false;
    head = read();
    return true;
  }
  void write(const T &tail) { queue_.push_back(tail); }
  bool write_nb(const T &tail) {
    write(tail);
    return true;
  }
  void operator>>(T &head) { head = read(); }
  void operator<<(const T &tail) { write(tail); }

 private:
  std::string name_;
  std::deque<T> queue_;
};

}  // namespace hls

#endif
