import { brand } from '../shared/brand.ts'
import { pageTitle } from './page-title.ts'
import type { ScreenRoute } from './routes.ts'

const ENTRY = 'src/app/entry-client.tsx'
const BOOT = 'src/app/boot.ts'

/** The inside of `<head>`: what a phone needs first stands first, and nothing is inline (strict CSP). */
export function headOf(route: ScreenRoute): string {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  collect(ENTRY, scripts, styles)
  collect(route.source, scripts, styles)
  const entry = chunk(ENTRY).file
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(pageTitle(route))}</title>`,
    `<meta name="description" content="${escapeHtml(brand.description)}">`,
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script src="/${chunk(BOOT).file}"></script>`,
    // What is read comes before what makes it work: on a slow line the two would share it.
    `<script type="module" src="/${entry}" fetchpriority="low"></script>`,
    ...[...scripts]
      .filter((file) => file !== entry)
      .map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f4">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101317">',
    '<meta name="format-detection" content="telephone=no">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/apple-180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
  ].join('')
}

function chunk(source: string) {
  const found = CLIENT_MANIFEST[source]
  if (found === undefined) throw new Error(`the client build has no chunk for ${source}`)
  return found
}

function collect(source: string, scripts: Set<string>, styles: Set<string>): void {
  const { file, css = [], imports = [] } = chunk(source)
  if (scripts.has(file)) return
  scripts.add(file)
  for (const style of css) styles.add(style)
  for (const imported of imports) collect(imported, scripts, styles)
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark)
