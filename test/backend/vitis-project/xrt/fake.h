// What the generated host program uses of XRT, on memory of this process: tests run hosts without a card.
#pragma once
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

enum xclBOSyncDirection { XCL_BO_SYNC_BO_TO_DEVICE, XCL_BO_SYNC_BO_FROM_DEVICE };

namespace xrt {

struct uuid {};

struct device {
  explicit device(unsigned) {}
  uuid load_xclbin(const std::string &) { return uuid(); }
};

// Host and card have a copy each: what is not synchronised does not arrive.
struct bo {
  struct Memory {
    std::vector<char> host, card;
  };
  std::shared_ptr<Memory> memory;
  template <class Device>
  bo(Device &, size_t bytes, int) : memory(new Memory{std::vector<char>(bytes), std::vector<char>(bytes)}) {}
  void write(const void *from) { std::memcpy(memory->host.data(), from, memory->host.size()); }
  void read(void *to) { std::memcpy(to, memory->host.data(), memory->host.size()); }
  void sync(xclBOSyncDirection direction) {
    if (direction == XCL_BO_SYNC_BO_TO_DEVICE) memory->card = memory->host;
    else memory->host = memory->card;
  }
};

struct argument {
  void *pointer;
  long long value;
  argument(const bo &buffer) : pointer(buffer.memory->card.data()), value(0) {}
  template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
  argument(T number) : pointer(nullptr), value((long long)number) {}
};

struct run {
  void wait() {}
};

// The test defines it: calls the kernel.
void launch(const std::string &name, const std::vector<argument> &arguments);

struct kernel {
  std::string name;
  template <class Device>
  kernel(Device &, uuid, const std::string &called) : name(called) {}
  int group_id(int) { return 0; }
  template <class... Arguments>
  run operator()(const Arguments &...arguments) {
    launch(name, {argument(arguments)...});
    return run();
  }
};

}  // namespace xrt
