/*
 * The constants of the elementary functions, rounded down. To fewer bits they are rounded to nearest, which needs no
 * more than one bit below. test/include/elementary.long.test.ts makes this file; see src/types/float/elementary/constants.ts.
 */
#ifndef LUTRA_ELEMENTARY_TABLES_H
#define LUTRA_ELEMENTARY_TABLES_H

/* 63 fraction bits (pi: 61) */
#define LUTRA_INVERSE_LN2 ((lutra_u64)0xb8aa3b295c17f0bb)
#define LUTRA_INVERSE_LN10 ((lutra_u64)0x3796f62a4dca1c65)
#define LUTRA_PI ((lutra_u64)0x6487ed5110b4611a)

/* 127 fraction bits; those of the first word are 63 */
LUTRA_TABLE lutra_u64 lutra_ln2[2] = {
  0x58b90bfbe8e7bcd5, 0xe4f1d9cc01f97b57,
};

/* 1 / n!, 63 fraction bits */
LUTRA_TABLE lutra_u64 lutra_inverse_factorial[19] = {
  0x8000000000000000, 0x8000000000000000, 0x4000000000000000, 0x1555555555555555, 0x0555555555555555,
  0x0111111111111111, 0x002d82d82d82d82d, 0x0006806806806806, 0x0000d00d00d00d00, 0x0000171de3a556c7,
  0x0000024fc9f6ef13, 0x00000035cc8acfea, 0x000000047bb63bfe, 0x000000005849184e, 0x00000000064e5d2a,
  0x00000000006b9fcf, 0x000000000006b9fc, 0x000000000000654b, 0x00000000000005a0,
};

/* e^((i - 12) / 32), 63 fraction bits */
LUTRA_TABLE lutra_u64 lutra_exp_table[25] = {
  0x57f91857a63a3aa9, 0x5ac3fdcb7ae27389, 0x5da594b7c8bdf84d, 0x609e9586225c57a5, 0x63afbe7ab2082ba1,
  0x66d9d3e3cbcf5eae, 0x6a1da04b021def01, 0x6d7bf4a7c930989e, 0x70f5a893b608861e, 0x748b9a8065f00acd,
  0x783eafef1c0a8f39, 0x7c0fd5aa22d75e45, 0x8000000000000000, 0x84102b00893f64c7, 0x88415abbe9a76bea,
  0x8c949b83a7066b44, 0x910b022db7ae67ce, 0x95a5ac59b963ca80, 0x9a65c0b85ac1a96a, 0x9f4c6f5508ee5d51,
  0xa45af1e1f40c333b, 0xa9928c067d67bb65, 0xaef48bb022ffa9da, 0xb4824965fca1967e, 0xba3d289edf7b5311,
};

/* atan(j / 16), 63 fraction bits */
LUTRA_TABLE lutra_u64 lutra_atan_table[17] = {
  0x0000000000000000, 0x07fd56edcb3f7a71, 0x0feadd4d5617b6e3, 0x17b97b4bce5b0226, 0x1f5b75f92c80dd62,
  0x26c4ee6e0fd7979a, 0x2dec3283c9bde11c, 0x34c9dd879847f96d, 0x3b58ce0ac3769ed1, 0x4195fa536cc33f15,
  0x47802eaf7bfacfcd, 0x4d17c07338deed10, 0x525e3e8c9a7b8492, 0x5756261c5a6c6040, 0x5c029f15e118cf39,
  0x606742dc56293320, 0x6487ed5110b4611a,
};

/* 1 / (n + 1), 127 fraction bits */
LUTRA_TABLE lutra_u64 lutra_inverse[14][2] = {
  {0x8000000000000000, 0x0000000000000000}, {0x4000000000000000, 0x0000000000000000},
  {0x2aaaaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaaa}, {0x2000000000000000, 0x0000000000000000},
  {0x1999999999999999, 0x9999999999999999}, {0x1555555555555555, 0x5555555555555555},
  {0x1249249249249249, 0x2492492492492492}, {0x1000000000000000, 0x0000000000000000},
  {0x0e38e38e38e38e38, 0xe38e38e38e38e38e}, {0x0ccccccccccccccc, 0xcccccccccccccccc},
  {0x0ba2e8ba2e8ba2e8, 0xba2e8ba2e8ba2e8b}, {0x0aaaaaaaaaaaaaaa, 0xaaaaaaaaaaaaaaaa},
  {0x09d89d89d89d89d8, 0x9d89d89d89d89d89}, {0x0924924924924924, 0x9249249249249249},
};

/* c about 256 / z for z in [j/64, (j+1)/64), from j = 45 */
LUTRA_TABLE int lutra_log_reciprocal[45] = {
  360, 352, 345, 338, 331, 324, 318, 312, 306, 301, 295, 290, 285, 280, 275,
  271, 266, 262, 256, 256, 250, 246, 243, 239, 236, 232, 229, 226, 223, 220,
  217, 214, 211, 209, 206, 204, 201, 199, 196, 194, 192, 189, 187, 185, 183,
};

/* |ln(256 / c)|, 127 fraction bits; negative where c > 256 */
LUTRA_TABLE lutra_u64 lutra_log_table[45][2] = {
  {0x2ba37b7eb01394a1, 0x1b1c1ee3ff08acf9}, {0x28c3178438bd84fa, 0x16f66f6678e6882b},
  {0x2630e392a88309f5, 0x7299d9fb26435ccb}, {0x23913182d333f5f7, 0x8d1cea8071dde19d},
  {0x20e370bf9ab21a3a, 0x2e0ff2f7bd004032}, {0x1e27076e2af2e5e9, 0xea87ffe1fe9e155d},
  {0x1bc286742d8cd629, 0xf9ce890e1ea9e1e2}, {0x19525a9cf456b476, 0x41307538b8967626},
  {0x16d60fe719d21c8d, 0x54765c4cba1bc6fb}, {0x14ba36f39a55e55a, 0x2606f30d9d57f7da},
  {0x12266f190a5acb7d, 0x51efc6027a21eea4}, {0x0ff64898edf55d55, 0x1728ccfc99271dff},
  {0x0dbc6415d876d084, 0x21e33c0c9f8824f4}, {0x0b78694572b5a5cd, 0xf24cdcf68cdb2067},
  {0x0929fb17850a0b7c, 0x7db4d38076605169}, {0x0749dae2b6c2d484, 0x78f14c95ff51c73b},
  {0x04e7a1ee7faf57ea, 0x4056c80aae45391a}, {0x02f72360fab62355, 0x24fea98e2d7803b9},
  {0x0000000000000000, 0x0000000000000000}, {0x0000000000000000, 0x0000000000000000},
  {0x030924a5191957d1, 0x73697cf302cc9476}, {0x0519abb50b78fa63, 0x229080b5ec826e4b},
  {0x06abbcb43ec43f06, 0x8d4eed0b82b722f6}, {0x08cb9de8a32ab368, 0xaa7c9859530a4515},
  {0x0a6988ae903f562e, 0xd3e858f08597b3a6}, {0x0c99af2eaca4c457, 0x0eaf51f66692844b},
  {0x0e442c00de2591b4, 0x7196ab34ce0bccd1}, {0x0ff4489cedeab2ca, 0x6c17bd40d8d9291e},
  {0x11aa2b7e23f729e3, 0x910e264d10819797}, {0x1365fcb01590162f, 0xa8234b72895950e1},
  {0x1527e5e4a1b58cfa, 0x395a5f71a900a95b}, {0x16f0128b756abb9c, 0x8698f787a64ea1fb},
  {0x18beafeb38fe8c2a, 0xb5516d32f48057e6}, {0x19f6c40708966413, 0x5a19605e67ef382d},
  {0x1bd087383bd8ad0e, 0xe9aafb528b6ba155}, {0x1d1037f2655e7b58, 0x18a49091c6887c07},
  {0x1ef5ade4dcffe5de, 0xea9a4471eebf2d36}, {0x203d5cac4d8d21ee, 0x7d6f42d6cd1e757d},
  {0x222f1d044fc8f7bc, 0x671683f8e5bd03c7}, {0x237f32c6b4d729bb, 0x5451ef6db772bd67},
  {0x24d2c42269b724f0, 0x77d6eced81553854}, {0x26d6ceed7c222dd9, 0xb61e2ef8f4e4af89},
  {0x28336847abd18e43, 0x6ec90e09ce4636df}, {0x2993c13c2e5877dd, 0xb93d49d70b457087},
  {0x2af7eea791a3f5bd, 0xbdcba81dd2739af4},
};

/* 2 / pi, 1216 fraction bits, the first word most significant */
LUTRA_TABLE lutra_u64 lutra_two_over_pi[19] = {
  0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
  0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
  0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
  0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};

#endif
