/** Every address of the app. Each page is a chunk of its own, fetched when it is opened. */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { Loading } from './components/loading.tsx';
import { Shell } from './components/shell.tsx';
import { NotFound } from './pages/not-found.tsx';

/** A page whose file is fetched when it is opened; the file exports it as `default`. */
const page = (path: string, load: () => Promise<{ default: React.ComponentType }>): RouteObject => ({ path, lazy: async () => ({ Component: (await load()).default }) });

export const router = createBrowserRouter([{
  HydrateFallback: Loading,
  children: [
    { element: <Shell />, children: [
      page('/', () => import('./pages/home/home.tsx')),
      page('/posts/:id', () => import('./pages/posts/post.tsx')),
    ] },
    { path: '*', element: <NotFound /> },
  ],
}]);
