import {
  Component,
  Suspense,
  lazy,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router';
import { Loading } from './components/loading.tsx';
import { PageFailed } from './components/page-failed.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/**
 * A page that is fetched when it is opened, and again by the next visit when it did not arrive: `React.lazy`
 * alone would remember the failure.
 */
export function latePage(load: Load): ComponentType {
  let failedAt: string | undefined;
  let Page: LazyExoticComponent<ComponentType> | undefined;
  return function LatePage() {
    const { key } = useLocation();
    if (failedAt !== undefined && failedAt !== key) Page = failedAt = undefined;
    Page ??= lazy(() =>
      load().catch((error: unknown) => {
        failedAt = key;
        throw error;
      }),
    );
    return <Page />;
  };
}

/** What is shown while a page is fetched first, and in its place when it does not arrive or breaks. */
export function PageFrame({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  return (
    <Breakable visit={key}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </Breakable>
  );
}

interface BreakableProps {
  /** The key of the location: the next one is tried. */
  readonly visit: string;
  readonly children: ReactNode;
}

class Breakable extends Component<BreakableProps, { readonly brokenAt: string | null }> {
  override state = { brokenAt: null };

  static getDerivedStateFromError(): { brokenAt: string } {
    return { brokenAt: '' };
  }

  static getDerivedStateFromProps({ visit }: BreakableProps, { brokenAt }: { brokenAt: string | null }) {
    if (brokenAt === null || brokenAt === visit) return null;
    return { brokenAt: brokenAt === '' ? visit : null };
  }

  override render(): ReactNode {
    return this.state.brokenAt === null ? this.props.children : <PageFailed />;
  }
}
