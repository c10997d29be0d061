# tune c p_o=4 pipelined
def k(a: "float32[8,8]", b: "float32[8,8]"):
    c = a @ b
    return c
