import { UnstyledButton, VisuallyHidden, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import type { Me } from '../api/session.ts';
import { strings } from '../strings/index.ts';
import { AccountPicture } from './account-picture.tsx';
import classes from './side-bar.module.css';

type AccountButtonProps = UnstyledButtonProps & ComponentPropsWithRef<'button'> & { readonly person: Me };

/** Who is signed in and where they work; opens the menu with both to change. */
export function AccountButton({ person, ...button }: AccountButtonProps) {
  return (
    <UnstyledButton {...button} className={classes.account}>
      <AccountPicture name={person.user.name} size={30} />
      <span className={classes.who}>
        <VisuallyHidden>{`${strings.common.menu.label}: `}</VisuallyHidden>
        <span>{person.user.name}</span>
        <span className={classes.organization}>{person.organization?.name}</span>
      </span>
    </UnstyledButton>
  );
}
