import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** A digest of the names, sizes and times of all files in these paths. It also changes when a file is removed. */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const { size, mtimeMs } = statSync(path)
    if (!statSync(path).isDirectory()) hash.update(`${path} ${size} ${mtimeMs}\n`)
    else {
      const names = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules')
      for (const name of names.sort()) visit(join(path, name))
    }
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}
