import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

const settleMs = 200

/** Calls `changed` a moment after files in one of the folders changed; several changes at once are one call. */
export function watchSources(folders: readonly string[], changed: () => void): { readonly close: () => void } {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name?.includes('dist')) return
      clearTimeout(timer)
      timer = setTimeout(changed, settleMs)
    }),
  )
  return {
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
