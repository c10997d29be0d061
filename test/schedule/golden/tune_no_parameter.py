# tune c p_i=4
def k(a: "float32[8,8]", b: "float32[8,8]"):
    c = a @ b
    return c
