# through steps
def kernel(x: "int32[6]", steps: "int32[6]", n: "int32"):
    for i in range(n):
        count = 0
        while x[i] > 1:
            x[i] = x[i] // 2
            count += 1
            if count > 5:
                break
        steps[i] = count
        if count == 3:
            break
