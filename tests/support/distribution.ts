import { execFileSync, type ExecFileSyncOptions, spawnSync } from 'node:child_process'

/** Whether tests may install packages of the Linux distribution (decision 0002). */
export const mayInstall = (): boolean =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).error === undefined

/** Installs a package of the Linux distribution; throws on failure. */
export function installPackage(name: string): void {
  console.log(`Installing ${name} (apt-get) …`)
  const options: ExecFileSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Prevents the package from starting a system service.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  try {
    // The package lists may exist although their server is unreachable.
    execFileSync('apt-get', ['update', '-qq'], options)
  } catch {
    console.warn('The package lists could not be updated.')
  }
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
}
