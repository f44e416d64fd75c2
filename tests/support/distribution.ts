import { execFileSync, type ExecFileSyncOptions, spawnSync } from 'node:child_process'

/** Whether something of the distribution may be installed for tests (decision 0002). */
export const mayInstall = (): boolean =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).error === undefined

/** Installs a package of the distribution; throws where that fails. */
export function installPackage(name: string): void {
  console.log(`Installing ${name} (apt-get) …`)
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Installed to be started here, not by the system.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  try {
    // The lists may be there, and their server not.
    execFileSync('apt-get', ['update', '-qq'], options)
  } catch {
    console.warn('The lists of the distribution could not be renewed.')
  }
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
}
