import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

const SETTLE_MS = 50

/** Calls `onChange` after files in the folders have changed; changes in quick succession cause one call. */
export function watchSources(folders: readonly string[], onChange: () => void): { readonly close: () => void } {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|sql)$/.test(name) || name.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(onChange, SETTLE_MS)
    }),
  )
  return {
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
