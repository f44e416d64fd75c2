import { createHash, randomBytes } from 'node:crypto'

/** A random 256-bit secret for a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Tokens are stored as hashes, so a database reader cannot log in. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
