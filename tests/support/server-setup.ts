import { bundleServer } from './server-bundle.ts'

/** Runs once before all files: bundles the server that the tests start. */
export async function setup(): Promise<void> {
  process.env['SERVER_BUNDLE'] ??= await bundleServer()
}
