# tune s q_o=4
def k(x: "int16[8]"):
    s = np.sort(x)
    return s
