# reassociate h.r0 2 turns
# tune h p_i=4
def k(a: "int32[10]"):
    h = np.max(a)
    return h
