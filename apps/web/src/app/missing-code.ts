import { tabStorage } from '../shared/storage.ts'

const RELOADED_FROM = 'mupiira.reloaded-from'

export type ChunkLoadFailure = 'outdated' | 'unreachable' | 'broken'

/**
 * Finds the reason why code could not be loaded. After a release the old files no longer exist, so the page reloads
 * itself once per release.
 */
export async function recoverChunkLoad(): Promise<ChunkLoadFailure> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
  // The service worker answers GET requests from its cache. HEAD requests reach the server.
  const response = await fetch(entry, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (response === null) return 'unreachable'
  if (response.status !== 404 || tabStorage.read(RELOADED_FROM) === entry) return 'broken'
  tabStorage.write(RELOADED_FROM, entry)
  window.location.reload()
  return 'outdated'
}
