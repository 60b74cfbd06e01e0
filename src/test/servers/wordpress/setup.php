<?php
// Installs a site with one user of each role, and prints them as JSON: {role: {id, username, password}} with application passwords.
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = parse_url(getenv('CRIER_TEST_SITE_URL'), PHP_URL_HOST);
require getenv('CRIER_TEST_WORDPRESS') . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
add_filter('pre_wp_mail', '__return_true');
wp_install('The Daily Crier', 'administrator', 'administrator@example.test', true, '', wp_generate_password());
update_option('permalink_structure', '/%postname%/');
$users = [];
foreach (['administrator', 'author', 'contributor', 'subscriber'] as $role) {
    $id = username_exists($role) ?: wp_insert_user(['user_login' => $role, 'user_pass' => wp_generate_password(), 'user_email' => "$role@example.test", 'role' => $role]);
    [$password] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'Crier']);
    $users[$role] = ['id' => $id, 'username' => $role, 'password' => WP_Application_Passwords::chunk_password($password)];
}
echo json_encode($users);
