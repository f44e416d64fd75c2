import { lazy, useState, type ComponentType } from 'react'
import { ScreenNotLoaded } from './screen-not-loaded.tsx'

export type ScreenProps = { readonly params: { readonly [name: string]: string } }

export type LazyScreen = {
  readonly Screen: ComponentType<ScreenProps>
  readonly preload: () => Promise<unknown>
}

/** A lazily loaded screen. Once loaded it renders without a Suspense fallback, as the server and hydration require. */
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
    // The component is chosen once, because another component type would reset the screen's state.
    const [Chosen] = useState<ComponentType<ScreenProps>>(() => loaded ?? Later)
    return <Chosen {...props} />
  }
  return { Screen, preload }
}
