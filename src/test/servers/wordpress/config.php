<?php
// The configuration of one test site: the program is shared and read only, everything that a site changes lies in its own folder.
define('DB_NAME', 'wordpress');
define('DB_USER', '');
define('DB_PASSWORD', '');
define('DB_HOST', '');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $purpose) {
    define("{$purpose}_KEY", 'a site of the tests has no secrets');
    define("{$purpose}_SALT", 'a site of the tests has no secrets');
}
define('WP_CONTENT_DIR', getenv('CRIER_TEST_SITE_FOLDER') . '/wp-content');
define('WP_HOME', getenv('CRIER_TEST_SITE_URL'));
define('WP_SITEURL', getenv('CRIER_TEST_SITE_URL'));
// Application passwords over plain http are for local sites only.
define('WP_ENVIRONMENT_TYPE', 'local');
// It never calls anyone, itself included: the server has one process, which would wait for itself.
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_DEBUG', false);
$table_prefix = 'wp_';
require_once ABSPATH . 'wp-settings.php';
