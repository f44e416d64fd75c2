import { lazy, useState, type ComponentType } from 'react'
import { ScreenNotLoaded } from './screen-not-loaded.tsx'

export type ScreenProps = { readonly params: { readonly [name: string]: string } }

export type LazyScreen = {
  readonly Screen: ComponentType<ScreenProps>
  readonly preload: () => Promise<unknown>
}

/**
 * A screen in a chunk of its own. Once loaded it renders at once, without a fallback in between: so the server renders
 * it, and the browser's first render equals the server's.
 */
export function lazyScreen(load: () => Promise<ComponentType<ScreenProps>>): LazyScreen {
  let loaded: ComponentType<ScreenProps> | undefined
  let loading: Promise<ComponentType<ScreenProps>> | undefined
  const preload = () =>
    (loading ??= load().then(
      (screen) => (loaded = screen),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  const Later = lazy(async () => ({ default: await preload().catch(() => ScreenNotLoaded) }))
  function Screen(props: ScreenProps) {
    // Decided once per visit: a change of the component would throw the screen's state away.
    const [Chosen] = useState<ComponentType<ScreenProps>>(() => loaded ?? Later)
    return <Chosen {...props} />
  }
  return { Screen, preload }
}
