/// <reference types="vite/client" />

/** The client build's manifest, put into the server build by vite.config.ts. */
declare const CLIENT_MANIFEST: {
  readonly [source: string]: {
    readonly file: string
    readonly css?: readonly string[]
    readonly imports?: readonly string[]
  }
}

interface Window {
  /** Of boot.ts: the odds that were tapped before the app had arrived; from then on it keeps none. */
  takeTaps?: () => HTMLElement[]
}
