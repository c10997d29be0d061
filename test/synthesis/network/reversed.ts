/** Two processes with a memory between them: the second reads it backwards. */
export const reversed = (words: number): string => `
def kernel(a: "uint16[${words}]", c: "uint16[${words}]"):
    t = np.zeros(${words}, dtype=np.uint16)
    for i in range(${words}):
        t[i] = a[i] * 3
    for j in range(${words}):
        c[j] = t[${words - 1} - j] + 1
`;
