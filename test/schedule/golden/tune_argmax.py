# tune i p_i=4
def k(a: "int32[8]"):
    i = np.argmax(a)
    return i
