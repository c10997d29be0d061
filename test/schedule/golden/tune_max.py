# tune h p_i=4 pipelined
def k(a: "int32[10]"):
    h = np.max(a)
    return h
