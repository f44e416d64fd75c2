import { Button } from './button.tsx'

/** Replaces a part whose code could not be loaded. A reload requests it again. */
export const PartNotLoaded = ({ what }: { readonly what: string }) => (
  <div role="alert" className="flex flex-wrap items-center gap-2 p-3 text-14">
    <span className="flex-1">{what} could not be loaded.</span>
    <Button variant="secondary" onClick={() => window.location.reload()}>
      Reload
    </Button>
  </div>
)
