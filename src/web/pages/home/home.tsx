import { Page } from '../../components/page.tsx';
import { strings } from '../../strings/index.ts';

/** What is coming and what went out. */
export default function Home() {
  return <Page title={strings.common.nav.home}>{null}</Page>;
}
