import type { BuildManifest } from '@mupiira/contract/pages.ts'
import { brand } from '../shared/brand.ts'
import { pageTitle } from './page-title.ts'
import type { ScreenRoute } from './routes.ts'

const ENTRY = 'index.html'

/** The title of a page and the chunks of its screen, for the `<head>` of index.html. */
export function headOf(route: ScreenRoute, manifest: BuildManifest): string {
  const known = chunksOf(ENTRY, manifest)
  return [
    `<title>${escapeHtml(pageTitle(route))}</title>`,
    `<meta name="description" content="${escapeHtml(brand.description)}">`,
    ...[...chunksOf(route.source, manifest)]
      .filter((file) => !known.has(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" fetchpriority="low">`),
  ].join('')
}

/** Empty in development, which has no build. */
function chunksOf(source: string, manifest: BuildManifest, files = new Set<string>()): ReadonlySet<string> {
  const chunk = manifest[source]
  if (chunk === undefined || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) chunksOf(imported, manifest, files)
  return files
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark)
