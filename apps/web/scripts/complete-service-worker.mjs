// Makes the page that opens without a network, and tells the service worker which files it keeps. A build with other
// files, or another such page, is another version of the app.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const client = join(import.meta.dirname, '../dist/client')
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))
const { renderShell } = await import(pathToFileURL(join(client, '../server/entry.js')).href)

/** What the first page loads, at once and later, by the files that name it. */
const SHELL = [
  'src/app/entry-client.tsx',
  'src/app/boot.ts',
  'src/player/home/home-screen.tsx',
  Object.keys(manifest).find((key) => manifest[key].name === 'later'),
]
/** What can be read offline besides; the columns of wide screens stand beside all of it, open bets beside the slip. */
const SCREENS = [
  'src/app/chrome/sports-column.tsx',
  'src/player/account/account-screen.tsx',
  'src/player/live/live-screen.tsx',
  'src/player/live/livescore-screen.tsx',
  'src/player/markets/game-screen.tsx',
  'src/player/markets/markets-screen.tsx',
  'src/player/notifications/notifications-screen.tsx',
  'src/player/slip/slip-panel.tsx',
  'src/player/slip/slip-screen.tsx',
  'src/player/tickets/open-bets.tsx',
  'src/player/tickets/my-bets-screen.tsx',
  'src/player/tickets/ticket-screen.tsx',
]
/** The mark is kept by the browser itself, with the tab and with the installed app. */
const PUBLIC_FILES = ['/shell.html']

function filesOf(sources) {
  const files = new Set()
  function collect(key) {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`the build has no chunk ${key}`)
    if (files.has(`/${chunk.file}`)) return
    files.add(`/${chunk.file}`)
    for (const style of chunk.css ?? []) files.add(`/${style}`)
    chunk.imports?.forEach(collect)
  }
  sources.forEach(collect)
  return [...files]
}

writeFileSync(join(client, 'shell.html'), renderShell())
const shellFiles = [...PUBLIC_FILES, ...filesOf(SHELL)]
const screenFiles = filesOf(SCREENS).filter((file) => !shellFiles.includes(file))

const hash = createHash('sha256')
for (const name of shellFiles) hash.update(name).update(readFileSync(join(client, name)))
const build = hash.update(screenFiles.join()).digest('hex').slice(0, 12)

const worker = join(client, manifest['src/app/service-worker.ts'].file)
const lists = `const BUILD=${JSON.stringify(build)},SHELL_FILES=${JSON.stringify(shellFiles)},SCREEN_FILES=${JSON.stringify(screenFiles)};\n`
writeFileSync(worker, lists + readFileSync(worker, 'utf8'))
console.log(`service worker: build ${build}, ${shellFiles.length} files of the shell, ${screenFiles.length} of screens`)
