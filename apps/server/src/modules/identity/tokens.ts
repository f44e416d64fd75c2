import { createHash, randomBytes } from 'node:crypto'

/** An opaque secret of 256 bits for a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: who reads the database cannot enter with it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
