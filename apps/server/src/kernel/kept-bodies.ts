import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
// A body is one line: JSON has no line end outside its texts, and none inside them that is not written as \n.
const BETWEEN = '\n'

/** Answers of a batch in a tenth of their bytes: they speak of the same games (decision 0528). */
export const packBodies = (bodies: readonly string[]): Buffer => zstdCompressSync(bodies.join(BETWEEN), FAST)

export const unpackBodies = (packed: Buffer): string[] => zstdDecompressSync(packed).toString().split(BETWEEN)
