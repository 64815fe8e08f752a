/* x86_target.h - turns an instruction set on for the rest of a file, with GCC or with Clang.
 *
 * Why not by compiler flags: a flag would hold for the whole file, headers' inline functions included, and a linker may
 * keep that copy of them for everybody. Invariant: each list is what lp_isa_available (isa.c) asks the processor for,
 * so a kernel that is chosen runs.
 *
 * LP_TARGET_BEGIN follows the last header of the baseline; LP_TARGET_END ends the file.
 */
#ifndef LIPAI_X86_TARGET_H
#define LIPAI_X86_TARGET_H

#define LP_TARGET_AVX2 "avx2,bmi,bmi2,popcnt"
#define LP_TARGET_AVX512 \
    "avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq"

#define LP_PRAGMA(text) _Pragma(#text)

#if defined(__clang__)
#define LP_TARGET_BEGIN(set) LP_PRAGMA(clang attribute push(__attribute__((target(set))), apply_to = function))
#define LP_TARGET_END LP_PRAGMA(clang attribute pop)
#else
#define LP_TARGET_BEGIN(set) LP_PRAGMA(GCC push_options) LP_PRAGMA(GCC target(set))
#define LP_TARGET_END LP_PRAGMA(GCC pop_options)
#endif

#endif
