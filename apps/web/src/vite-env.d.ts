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
  /** Set by boot.ts: the odds that were tapped and the forms that were sent before hydration. Afterwards none are kept. */
  takeTaps?: () => HTMLElement[]
}
