# tune c p_o=2 p_m=2
def k(x: "float32[20]", w: "float32[5]"):
    c = np.convolve(x, w, mode="valid")
    return c
