# quantize a to=fixed<16,6>
def k(a: "float32[4]"):
    for i in range(4):
        a[i] = a[i] * 2.0
