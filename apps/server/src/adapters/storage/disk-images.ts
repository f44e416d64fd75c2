import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore } from '../../modules/chat/ports.ts'

/** Stores images as files in one folder, on a disk that all nodes share or on the only node. */
export function createDiskImages({ folder, bucket }: { readonly folder: string; readonly bucket: string }): ImageStore {
  const directory = join(folder, bucket)
  const pathOf = (name: string): string => {
    if (!/^[\w-]+\.\w+$/.test(name)) throw new Error('not an image name')
    return join(directory, name)
  }
  return {
    async put(name, bytes) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      // Fails if a file with this name exists.
      const file = await open(pathOf(name), 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    read: (name) =>
      readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
